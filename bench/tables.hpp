// The tables of taut_bench, each a command of the program.
#pragma once

#include "tools/commands/commands.hpp"

namespace taut::bench {

// Each adds its command; when it is the one on the command line, parsing sets `action`, which must
// outlive the parsing. The action returns 1 when an answer was wrong.
void add_search_table(CLI::App& program, tools::Action& action);
void add_landmarks_table(CLI::App& program, tools::Action& action);
void add_mesh_table(CLI::App& program, tools::Action& action);
void add_edits_table(CLI::App& program, tools::Action& action);
void add_budget_table(CLI::App& program, tools::Action& action);
void add_quadtree_table(CLI::App& program, tools::Action& action);
void add_radius_table(CLI::App& program, tools::Action& action);
void add_square_table(CLI::App& program, tools::Action& action);
void add_field_table(CLI::App& program, tools::Action& action);
void add_group_table(CLI::App& program, tools::Action& action);
void add_gppc_table(CLI::App& program, tools::Action& action);
void add_distance_map_table(CLI::App& program, tools::Action& action);
void add_follow_table(CLI::App& program, tools::Action& action);
void add_funnel_table(CLI::App& program, tools::Action& action);
void add_micro_table(CLI::App& program, tools::Action& action);
void add_world_table(CLI::App& program, tools::Action& action);
void add_finder_table(CLI::App& program, tools::Action& action);
void add_crowd_table(CLI::App& program, tools::Action& action);
void add_around_table(CLI::App& program, tools::Action& action);
void add_links_table(CLI::App& program, tools::Action& action);
void add_save_table(CLI::App& program, tools::Action& action);
void add_terrain_table(CLI::App& program, tools::Action& action);
void add_study_table(CLI::App& program, tools::Action& action);

}  // namespace taut::bench
