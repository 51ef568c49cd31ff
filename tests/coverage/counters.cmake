# Included at the end of project(). Makes the libraries alone count how often each line runs.
cmake_language(DEFER CALL taut_add_counters)

function(taut_add_counters)
  foreach(layer IN ITEMS core grid quadtree world c)
    set_target_properties(taut_${layer} PROPERTIES UNITY_BUILD ON)
    target_compile_options(taut_${layer} PRIVATE -O1 --coverage)
    target_link_options(taut_${layer} INTERFACE --coverage)
  endforeach()
endfunction()
