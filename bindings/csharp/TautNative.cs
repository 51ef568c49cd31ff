// Made by bindings/generate.py from c/include, which documents each function.
using System;
using System.Runtime.InteropServices;

namespace Taut
{
    internal static class Native
    {
#if UNITY_IOS && !UNITY_EDITOR
        private const string Library = "__Internal";
#else
        private const string Library = "taut";
#endif
        private const CallingConvention Cdecl = CallingConvention.Cdecl;
        public const int
            TAUT_GOAL_EXACT = 0, TAUT_GOAL_NEAREST = 1;
        public const int
            TAUT_START_EXACT = 0, TAUT_START_NEAREST = 1;
        public const int
            TAUT_OBSTACLES_ALL = 0, TAUT_OBSTACLES_AT_REST = 1, TAUT_OBSTACLES_STANDING = 2;
        public const int
            TAUT_DIAGONAL_NO_OBSTACLES = 0, TAUT_DIAGONAL_NEVER = 1, TAUT_DIAGONAL_ONE_FREE = 2,
            TAUT_DIAGONAL_ALWAYS = 3;
        public const int
            TAUT_DIAGONAL_SQRT2 = 0, TAUT_DIAGONAL_1 = 1;
        public const int
            TAUT_WAYS_TO_GOALS = 0, TAUT_WAYS_FROM_GOALS = 1;
        public const int
            TAUT_SAVE_LIGHT = 0, TAUT_SAVE_FULL = 1;
        public const int TAUT_MAX_MAP_SIDE = 16384;
        public const int TAUT_GROUND_CLASSES = 256;
        public const int TAUT_MOST_MARGIN = 8;
        public const uint TAUT_LANDMARKS_BY_MAP = uint.MaxValue;
        public const uint TAUT_NO_LIMIT = uint.MaxValue;
        public const int TAUT_MOST_PRIORITY = 255;
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern IntPtr taut_version();
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern IntPtr taut_status_text(int status);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern IntPtr taut_reason_text(int reason);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_create(
            int width, int height, byte[] walkable, out IntPtr world, [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_read(
            byte[] text, uint length, byte[] name, out IntPtr world, [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern void taut_world_destroy(HandleRef world);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_width(HandleRef world);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_height(HandleRef world);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern ulong taut_world_revision(HandleRef world);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern ulong taut_world_memory_bytes(HandleRef world);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_set(
            HandleRef world, int x0, int y0, int x1, int y1, int walkable);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_set_rects(
            HandleRef world, Rect[] rects, uint count, int walkable);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_set_class(
            HandleRef world, int x0, int y0, int x1, int y1, int terrain_class, [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_class(HandleRef world, int x, int y);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_set_ground(
            HandleRef world, int number, float[] factors, [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_set_ground_margin(
            HandleRef world, int number, float[] factors, int tiles, float factor,
            [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_prepare_agent(
            HandleRef world, Agent[] agent, [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_keep_landmarks(
            HandleRef world, uint count, [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_refresh_landmarks(
            HandleRef world, uint fields, out uint count);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_keep_index(HandleRef world, ulong max_bytes);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_refresh_index(
            HandleRef world, uint most, out uint count);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_is_walkable(HandleRef world, int x, int y);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_is_prepared(HandleRef world, Agent[] agent);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_has_index(HandleRef world, Agent[] agent);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_has_room(
            HandleRef world, Agent[] agent, float x, float y);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_is_reachable(
            HandleRef world, Agent[] agent, float x0, float y0, float x1, float y1);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_would_cut(
            HandleRef world, Agent[] agent, Rect[] rects, uint rect_count, Point[] starts,
            uint start_count, Point[] goals, uint goal_count, out int is_cut);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_is_walkable_path(
            HandleRef world, Agent[] agent, Point[] points, uint count);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_tiles(
            HandleRef world, [Out] byte[] result, uint capacity, out uint count);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_classes(
            HandleRef world, [Out] byte[] result, uint capacity, out uint count);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_changes_since(
            HandleRef world, ulong revision, [Out] Rect[] result, uint capacity, out uint count);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_raycast(
            HandleRef world, int ground, float x0, float y0, float x1, float y1, out Ray ray);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_visible_tiles(
            HandleRef world, int ground, int x, int y, double radius, [Out] uint[] result,
            uint capacity, out uint count);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_visibility_polygon(
            HandleRef world, int ground, float x, float y, double radius, [Out] Point[] result,
            uint capacity, out uint count);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_nearest_walkable(
            HandleRef world, int ground, float x, float y, out Point place);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_nearest_place(
            HandleRef world, Agent[] agent, float from_x, float from_y, float x, float y,
            double max_distance, out Point place);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_finder_create(HandleRef world, out IntPtr finder);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern void taut_finder_destroy(HandleRef finder);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern ulong taut_finder_memory_bytes(HandleRef finder);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern void taut_find_options_init(out FindOptions options);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_explain(
            HandleRef world, int reason, float start_x, float start_y, float goal_x, float goal_y,
            FindOptions[] options, [Out] byte[] text, uint capacity, out uint length);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_find(
            HandleRef finder, float start_x, float start_y, float goal_x, float goal_y,
            FindOptions[] options, out PathInfo path);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_path_points(
            HandleRef finder, [Out] Point[] result, uint capacity, out uint count);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern IntPtr taut_path_point_data(HandleRef finder);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_path_turns(
            HandleRef finder, [Out] Turn[] result, uint capacity, out uint count);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_path_polyline(
            HandleRef finder, double deviation, [Out] Point[] result, uint capacity,
            out uint count);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_is_walkable_disc(
            HandleRef world, Agent[] agent, Turn[] turns, uint count);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_batch_create(
            HandleRef world, uint threads, out IntPtr batch, [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern void taut_batch_destroy(HandleRef batch);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_find_all(
            HandleRef batch, Query[] queries, uint query_count, FindOptions[] options,
            uint option_count, [Out] PathInfo[] paths, [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_batch_points(
            HandleRef batch, [Out] Point[] result, uint capacity, out uint count);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_batch_turns(
            HandleRef batch, [Out] Turn[] result, uint capacity, out uint count);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_field_create(
            Agent[] agent, out IntPtr field, [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern void taut_field_destroy(HandleRef field);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_field_set_goals(
            HandleRef field, Goal[] goals, uint count, double length_limit, [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_field_update(
            HandleRef field, HandleRef world, out FieldResult result);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_field_is_current(HandleRef field);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern ulong taut_field_memory_bytes(HandleRef field);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern double taut_field_distance(HandleRef field, float x, float y);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_field_reason(HandleRef field, float x, float y);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_field_next_corner(
            HandleRef field, float x, float y, out Point corner);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_field_nearest_goal(
            HandleRef field, float x, float y, out uint goal);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_field_distances(
            HandleRef field, [Out] float[] result, uint capacity, out uint count);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_find_by_field(
            HandleRef finder, HandleRef field, float start_x, float start_y, out PathInfo path);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern void taut_crowd_options_init(out CrowdOptions options);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern void taut_unit_options_init(out UnitOptions options);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern IntPtr taut_unit_state_text(byte state);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_crowd_create(
            HandleRef world, CrowdOptions[] options, out IntPtr crowd, [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern void taut_crowd_destroy(HandleRef crowd);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_crowd_add(
            HandleRef crowd, Agent[] agent, float x, float y, UnitOptions[] options, out uint unit,
            [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_crowd_remove(HandleRef crowd, uint unit);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_crowd_order(HandleRef crowd, uint unit, float x, float y);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_crowd_steer(HandleRef crowd, uint unit, float x, float y);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_crowd_stop(HandleRef crowd, uint unit);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_crowd_order_group(
            HandleRef crowd, uint[] units, uint count, float x, float y, out uint sent);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_crowd_order_places(
            HandleRef crowd, uint[] units, uint count, Point[] places, uint place_count,
            out uint sent);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_crowd_order_field(
            HandleRef crowd, uint[] units, uint count, HandleRef field, out uint sent);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_crowd_field(HandleRef crowd, uint unit, out IntPtr field);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_crowd_advance(
            HandleRef crowd, double seconds, [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern uint taut_crowd_size(HandleRef crowd);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern uint taut_crowd_searches_waiting(HandleRef crowd);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_crowd_contains(HandleRef crowd, uint unit);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_crowd_is_occupied(
            HandleRef crowd, int x0, int y0, int x1, int y1);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_crowd_reason(HandleRef crowd, uint unit);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_crowd_agent(HandleRef crowd, uint unit, out Agent agent);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_crowd_places(
            HandleRef crowd, [Out] Point[] result, uint capacity, out uint count);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_crowd_velocities(
            HandleRef crowd, [Out] Point[] result, uint capacity, out uint count);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_crowd_states(
            HandleRef crowd, [Out] byte[] result, uint capacity, out uint count);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_crowd_find(
            HandleRef crowd, HandleRef finder, float start_x, float start_y, float goal_x,
            float goal_y, FindOptions[] options, int obstacles, uint[] except, uint except_count,
            out PathInfo path);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern IntPtr taut_follow_status_text(int status);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_follower_create(
            HandleRef world, Agent[] agent, double max_detour, out IntPtr follower,
            [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern void taut_follower_destroy(HandleRef follower);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_follower_set(HandleRef follower, HandleRef finder);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_follower_move(HandleRef follower, float x, float y);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_follower_move_goal(HandleRef follower, float x, float y);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_follower_update(HandleRef follower);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_follower_pass_link(HandleRef follower);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_followers_update(
            IntPtr[] followers, uint follower_count, [Out] uint[] result, uint capacity,
            out uint count);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_follower_read(HandleRef follower, out FollowerState state);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_follower_ahead(
            HandleRef follower, [Out] Turn[] result, uint capacity, out uint count);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_follower_place_ahead(
            HandleRef follower, double tiles, out double x, out double y);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_follower_next_link(HandleRef follower, out LinkStep step);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_follower_find_touched(
            HandleRef follower, int x0, int y0, int x1, int y1, out uint turn);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_follower_find_start(
            HandleRef follower, float x, float y, out Point start);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_frame_to_tiles(
            Frame[] frame, Point[] places, uint count, out Point result);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_frame_from_tiles(
            Frame[] frame, Point[] places, uint count, out Point result);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_frame_turns_to_tiles(
            Frame[] frame, Turn[] turns, uint count, out Turn result);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_frame_turns_from_tiles(
            Frame[] frame, Turn[] turns, uint count, out Turn result);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_frame_rect_to_tiles(
            Frame[] frame, Point low, Point high, out Rect tiles);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_frame_rect_from_tiles(
            Frame[] frame, Rect tiles, out Point low, out Point high);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern void taut_group_options_init(out GroupOptions options);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_group_create(out IntPtr group);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern void taut_group_destroy(HandleRef group);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_find_group(
            HandleRef finder, GroupUnit[] units, uint unit_count, float goal_x, float goal_y,
            GroupOptions[] options, HandleRef group, out GroupResult result);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern uint taut_group_size(HandleRef group);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_group_path(
            HandleRef group, uint unit, HandleRef finder, out PathInfo path);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_group_end(HandleRef group, uint unit, out Point end);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern void taut_link_options_init(out LinkOptions options);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_link(
            HandleRef world, float from_x, float from_y, float to_x, float to_y,
            LinkOptions[] options, out uint link, [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_link_ends(
            HandleRef world, LinkEnd[] from, LinkEnd[] to, LinkOptions[] options, out uint link,
            [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_change_link(
            HandleRef world, uint link, LinkOptions[] options, [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_unlink(HandleRef world, uint link);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_find_link(HandleRef world, uint link, out Link result);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_links(
            HandleRef world, [Out] Link[] result, uint capacity, out uint count);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_create_floors(
            IntPtr[] floors, int[] origins, uint count, out IntPtr world, [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern uint taut_world_floor_count(HandleRef world);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_to_point(
            HandleRef world, int floor, float x, float y, out Point point);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_to_place(
            HandleRef world, float x, float y, out int floor, out Point place);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_path_links(
            HandleRef finder, [Out] PassedLink[] result, uint capacity, out uint count);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_batch_links(
            HandleRef batch, [Out] PassedLink[] result, uint capacity, out uint count);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_field_link_at(
            HandleRef field, float x, float y, out LinkStep step);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_crowd_link(HandleRef crowd, uint unit, out LinkStep step);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_crowd_pass_link(HandleRef crowd, uint unit);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_read_letters(
            byte[] text, uint length, byte[] name, MapLetter[] letters, uint letter_count,
            out IntPtr world, [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_write(
            HandleRef world, MapLetter[] letters, uint letter_count, [Out] byte[] text,
            uint capacity, out uint length, [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_frontier(
            HandleRef world, int ground, int unknown_class, [Out] uint[] result, uint capacity,
            out uint count, [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern void taut_tile_steps_init(out TileSteps steps);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_tile_distances(
            HandleRef world, TileSteps[] steps, TileGoal[] goals, uint goal_count,
            [Out] float[] result, uint capacity, out uint count, [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_escape_map(
            HandleRef world, TileSteps[] steps, TileGoal[] exits, uint exit_count, float[] theirs,
            [Out] float[] result, uint capacity, out uint count, [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_downhill_step(
            HandleRef world, TileSteps[] steps, float[] values, int x, int y, out Tile next,
            [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern void taut_tile_creature_init(out TileCreature creature);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_step_tiles(
            HandleRef world, TileSteps[] steps, [In, Out] TileCreature[] creatures,
            uint creature_count, out uint moved, [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_mesh(
            HandleRef world, Agent[] agent, [Out] uint[] first, uint first_capacity,
            out uint first_count, [Out] Point[] points, uint point_capacity, out uint point_count);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_path_corridor(
            HandleRef finder, [Out] uint[] result, uint capacity, out uint count);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_path_portals(
            HandleRef finder, [Out] Portal[] result, uint capacity, out uint count);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_path_cones(
            HandleRef finder, [Out] Cone[] result, uint capacity, out uint count);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_queue_create(HandleRef world, out IntPtr queue);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern void taut_queue_destroy(HandleRef queue);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_queue_set_slice(HandleRef queue, uint expansions);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_queue_set_lead(HandleRef queue, ulong requests);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_queue_submit(
            HandleRef queue, float start_x, float start_y, float goal_x, float goal_y,
            FindOptions[] options, int priority, out Ticket ticket, [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_queue_run(
            HandleRef queue, uint microseconds, out uint waiting);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_queue_advance(HandleRef queue, uint slices, out uint waiting);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern uint taut_queue_waiting(HandleRef queue);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_queue_answer(
            HandleRef queue, Ticket ticket, HandleRef finder, out PathInfo path);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_queue_release(HandleRef queue, Ticket ticket);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_save(
            HandleRef world, int form, [Out] byte[] result, uint capacity, out uint count);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_read_save(
            byte[] bytes, uint length, byte[] name, out IntPtr world, [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_write_file(
            HandleRef world, int form, byte[] file, [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_load_file(
            byte[] file, out IntPtr world, [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_crowd_save(
            HandleRef crowd, [Out] byte[] result, uint capacity, out uint count);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_crowd_read_save(
            byte[] bytes, uint length, byte[] name, HandleRef world, out IntPtr crowd,
            [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_queue_save(
            HandleRef queue, [Out] byte[] result, uint capacity, out uint count);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_queue_read_save(
            byte[] bytes, uint length, byte[] name, HandleRef world, out IntPtr queue,
            [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_follower_save(
            HandleRef follower, [Out] byte[] result, uint capacity, out uint count);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_follower_read_save(
            byte[] bytes, uint length, byte[] name, HandleRef world, out IntPtr follower,
            [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_crowd_write_file(
            HandleRef crowd, int form, byte[] file, [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_crowd_load_file(
            byte[] file, HandleRef world, out IntPtr crowd, [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_share(HandleRef world, [Out] byte[] error);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_publish(HandleRef world);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_published(HandleRef world, out IntPtr published);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_reserve(HandleRef world, uint readers);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_catch_up(HandleRef world, uint edits, out uint left);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_finder_release(HandleRef finder);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern uint taut_world_copy_count(HandleRef world);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_index_build(
            HandleRef world, ulong max_bytes, out IntPtr index);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern int taut_world_use_index(
            HandleRef world, HandleRef index, out uint outdated);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern ulong taut_index_memory(HandleRef index);
        [DllImport(Library, CallingConvention = Cdecl)]
        public static extern void taut_index_destroy(HandleRef index);
    }
}
