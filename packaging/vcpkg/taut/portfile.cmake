# The sources are those of the clone in which this port lies.
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

vcpkg_check_features(OUT_FEATURE_OPTIONS features
  FEATURES
    plugin TAUT_BUILD_PLUGIN
  INVERTED_FEATURES
    batch CMAKE_DISABLE_FIND_PACKAGE_HWY)

vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS
    ${features}
    -DTAUT_BUILD_TOOLS=OFF
    -DTAUT_BUILD_TESTS=OFF
    -DTAUT_BUILD_BENCH=OFF
    -DTAUT_BUILD_EXAMPLES=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/taut)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE
  "${CURRENT_PACKAGES_DIR}/debug/include"
  "${CURRENT_PACKAGES_DIR}/debug/share"
  "${CURRENT_PACKAGES_DIR}/share/doc")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
