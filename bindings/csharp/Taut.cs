// taut for C#: Unity, Godot, MonoGame. Worlds, agents, paths, fields, crowds. The native library,
// taut.dll, libtaut.so or libtaut.dylib, does the work; docs/csharp.md has the steps.
//
// One unit is one tile; tile (x, y) covers x to x + 1 and y to y + 1. A mistake of the caller is an
// ArgumentException with the library's words; that there is no path is an answer. Any number of
// threads may query one world, each with a Finder of its own; an edit needs the world for itself.
using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Taut
{
    // What moves; `Ground` is the number of its ground, World.SetGround().
    public partial struct Agent
    {
        public static Agent Point(int ground = 0) { return Make(AgentShape.Point, 0, ground); }
        public static Agent Disc(double radius, int ground = 0)
        {
            return Make(AgentShape.Disc, radius, ground);
        }
        public static Agent Square(double radius, int ground = 0)
        {
            return Make(AgentShape.Square, radius, ground);
        }

        private static Agent Make(AgentShape shape, double radius, int ground)
        {
            return new Agent { Radius = radius, Shape = (int)shape, Ground = ground };
        }
    }

    public partial struct Point
    {
        public Point(float x, float y) { X = x; Y = y; }
        public override string ToString() { return "(" + X + ", " + Y + ")"; }
    }

    public partial struct FindOptions
    {
        // A point, Method.Best, no limits: change what differs.
        public static FindOptions Default
        {
            get
            {
                FindOptions options;
                Native.taut_find_options_init(out options);
                return options;
            }
        }
        // nearest: a goal that cannot be reached gives the path to the nearest place that can.
        public static FindOptions For(Agent agent, bool nearest = false)
        {
            FindOptions options = Default;
            options.Agent = agent;
            if (nearest) options.GoalRule = Native.TAUT_GOAL_NEAREST;
            return options;
        }
    }

    public partial struct PathInfo
    {
        public bool Found { get { return (Taut.Status)Status == Taut.Status.Ok; } }
        public Reason Why { get { return (Reason)Reason; } }
    }

    // Owns a handle of the library. Dispose() frees it now, the garbage collector some time.
    public abstract class Handle : IDisposable
    {
        protected IntPtr Pointer;

        protected abstract void Free(HandleRef pointer);

        // Keeps this object until the call that takes it has returned.
        internal HandleRef Use()
        {
            if (Pointer == IntPtr.Zero) throw new ObjectDisposedException(GetType().Name);
            return new HandleRef(this, Pointer);
        }

        public void Dispose()
        {
            Close();
            GC.SuppressFinalize(this);
        }

        ~Handle() { Close(); }

        private void Close()
        {
            if (Pointer != IntPtr.Zero) Free(new HandleRef(this, Pointer));
            Pointer = IntPtr.Zero;
        }

        // Throws for what is not the answer to a query.
        protected static void Check(int status, byte[] error = null)
        {
            Status known = (Status)status;
            if (known == Status.Ok || known == Status.Truncated) return;
            if (known == Status.OutOfMemory) throw new OutOfMemoryException("taut");
            string words = error == null ? "" : Words.Read(error);
            if (words == "") words = "taut: " + Words.Read(Native.taut_status_text(status));
            throw new ArgumentException(words);
        }

        protected static byte[] NewError() { return new byte[256]; }
    }

    internal static class Words
    {
        internal static byte[] Write(string text) { return Encoding.UTF8.GetBytes(text + "\0"); }

        internal static string Read(byte[] bytes)
        {
            int end = Array.IndexOf(bytes, (byte)0);
            return Encoding.UTF8.GetString(bytes, 0, end < 0 ? bytes.Length : end);
        }

        internal static string Read(IntPtr text) { return Marshal.PtrToStringAnsi(text); }
    }

    // The tiles of a map and all that queries derive from them.
    public sealed class World : Handle
    {
        // One byte a tile, row by row, nonzero: walkable; null: all are.
        public World(int width, int height, byte[] walkable = null)
        {
            if (walkable != null && walkable.LongLength != (long)width * height)
            {
                throw new ArgumentException("taut: " + walkable.Length + " tiles for a map of " +
                    width + " x " + height);
            }
            byte[] error = NewError();
            Check(Native.taut_world_create(width, height, walkable, out Pointer, error), error);
        }

        private World(IntPtr pointer) { Pointer = pointer; }

        // A MovingAI map, or a drawing, one row a line, in which '.' is walkable.
        public static World Read(string map, string name = "map")
        {
            byte[] error = NewError();
            byte[] text = Encoding.UTF8.GetBytes(map);
            IntPtr made;
            Check(Native.taut_world_read(text, (uint)text.Length, Words.Write(name), out made,
                error), error);
            return new World(made);
        }

        // What Save() returned.
        public static World ReadSave(byte[] bytes)
        {
            byte[] error = NewError();
            IntPtr made;
            Check(Native.taut_world_read_save(bytes, (uint)bytes.Length, Words.Write("save"),
                out made, error), error);
            return new World(made);
        }

        public byte[] Save() { return SaveAs(Native.TAUT_SAVE_LIGHT); }
        // Also saves meshes, landmarks and indexes: larger, and loaded faster.
        public byte[] SaveFull() { return SaveAs(Native.TAUT_SAVE_FULL); }

        private byte[] SaveAs(int form)
        {
            uint count;
            Check(Native.taut_world_save(Use(), form, null, 0, out count));
            byte[] bytes = new byte[count];
            Check(Native.taut_world_save(Use(), form, bytes, count, out count));
            return bytes;
        }

        protected override void Free(HandleRef pointer) { Native.taut_world_destroy(pointer); }

        public int Width { get { return Native.taut_world_width(Use()); } }
        public int Height { get { return Native.taut_world_height(Use()); } }
        // Grows with each edit that changes something.
        public ulong Revision { get { return Native.taut_world_revision(Use()); } }

        // An edit of the tiles x0 <= x < x1, y0 <= y < y1: some 10 to 60 us for small ones.
        public void Set(int x0, int y0, int x1, int y1, bool walkable)
        {
            Check(Native.taut_world_set(Use(), x0, y0, x1, y1, walkable ? 1 : 0));
        }

        // What these tiles are made of, 0 to 255; 0 at first.
        public void SetClass(int x0, int y0, int x1, int y1, int terrainClass)
        {
            byte[] error = NewError();
            Check(Native.taut_world_set_class(Use(), x0, y0, x1, y1, terrainClass, error), error);
        }

        // What the 256 classes are to agents of a ground, 1 to 255: factors, or infinity.
        public void SetGround(int number, float[] factors)
        {
            if (factors.Length != Native.TAUT_GROUND_CLASSES)
            {
                throw new ArgumentException("taut: " + factors.Length + " factors, not 256");
            }
            byte[] error = NewError();
            Check(Native.taut_world_set_ground(Use(), number, factors, error), error);
        }

        // Before the first query of an agent that is no point: an edit, and a slow one.
        public void Prepare(Agent agent)
        {
            byte[] error = NewError();
            Check(Native.taut_world_prepare_agent(Use(), new[] { agent }, error), error);
        }

        // From now on this is the writer's: its thread edits and publishes. Others query by
        // finders, queues and crowds made of it, or ask Published(), which does not change.
        public void Share()
        {
            byte[] error = NewError();
            Check(Native.taut_world_share(Use(), error), error);
        }
        public void Publish() { Check(Native.taut_world_publish(Use())); }
        public World Published()
        {
            IntPtr made;
            Check(Native.taut_world_published(Use(), out made));
            return new World(made);
        }

        public bool IsWalkable(int x, int y)
        {
            return Native.taut_world_is_walkable(Use(), x, y) != 0;
        }
        // Requires an agent that is prepared.
        public bool HasRoom(Agent agent, float x, float y)
        {
            return Native.taut_world_has_room(Use(), new[] { agent }, x, y) != 0;
        }
        public bool IsReachable(Agent agent, float x0, float y0, float x1, float y1)
        {
            return Native.taut_world_is_reachable(Use(), new[] { agent }, x0, y0, x1, y1) != 0;
        }
        // Whether what was found is walkable as the world is now, of a point or a square.
        public bool IsWalkable(Agent agent, Point[] points)
        {
            return Native.taut_world_is_walkable_path(Use(), new[] { agent }, points,
                (uint)points.Length) != 0;
        }

        // Stairs, a door, a teleporter; returns its number.
        public uint Link(float x0, float y0, float x1, float y1, double cost = 0,
            bool oneWay = false)
        {
            LinkOptions options;
            Native.taut_link_options_init(out options);
            options.Cost = cost;
            options.OneWay = oneWay ? 1 : 0;
            byte[] error = NewError();
            uint link;
            Check(Native.taut_world_link(Use(), x0, y0, x1, y1, new[] { options }, out link, error),
                error);
            return link;
        }
        public void Unlink(uint link) { Check(Native.taut_world_unlink(Use(), link)); }

        // Why there is no path, as a sentence.
        public string Explain(Reason reason, float x0, float y0, float x1, float y1,
            FindOptions options)
        {
            byte[] words = new byte[512];
            uint length;
            Native.taut_explain(Use(), (int)reason, x0, y0, x1, y1, new[] { options }, words,
                (uint)words.Length, out length);
            return Words.Read(words);
        }
    }

    // The queries of one thread on a world. Keeps its world alive.
    public sealed class Finder : Handle
    {
        private readonly FindOptions[] options = new FindOptions[1];

        public Finder(World world)
        {
            Check(Native.taut_finder_create(world.Use(), out Pointer));
        }

        protected override void Free(HandleRef pointer) { Native.taut_finder_destroy(pointer); }

        // Allocates nothing. The points: CopyPoints(), or Points().
        public PathInfo Find(float x0, float y0, float x1, float y1)
        {
            return Find(x0, y0, x1, y1, FindOptions.Default);
        }
        public PathInfo Find(float x0, float y0, float x1, float y1, FindOptions with)
        {
            PathInfo path;
            options[0] = with;
            return Answer(Native.taut_find(Use(), x0, y0, x1, y1, options, out path), path);
        }
        // By a field of this world: to the nearest of its goals.
        public PathInfo Find(Field field, float x, float y)
        {
            PathInfo path;
            return Answer(Native.taut_find_by_field(Use(), field.Use(), x, y, out path), path);
        }

        private static PathInfo Answer(int status, PathInfo path)
        {
            if (path.Why == Reason.BadOptions)
            {
                throw new ArgumentException("taut: the agent, its ground or a limit is out of " +
                    "range");
            }
            if (status > (int)Status.Unfinished) Check(status);
            return path;
        }

        // Fills the buffer with the points of the last path, of a disc with its arcs as chords, and
        // returns how many the path has: if they are more, the first ones are there.
        public int CopyPoints(Point[] buffer, double deviation = 0.05)
        {
            uint count;
            uint capacity = (uint)buffer.Length;
            Check(Native.taut_path_polyline(Use(), deviation, buffer, capacity, out count));
            return (int)count;
        }
        public Point[] Points(double deviation = 0.05)
        {
            uint count;
            Check(Native.taut_path_polyline(Use(), deviation, null, 0, out count));
            Point[] points = new Point[count];
            if (count > 0) CopyPoints(points, deviation);
            return points;
        }
    }

    // Distances and ways from everywhere to the nearest of some goals, for one agent.
    public sealed class Field : Handle
    {
        public Field(Agent agent)
        {
            byte[] error = NewError();
            Check(Native.taut_field_create(new[] { agent }, out Pointer, error), error);
        }

        protected override void Free(HandleRef pointer) { Native.taut_field_destroy(pointer); }

        public void SetGoals(params Point[] goals)
        {
            Goal[] with = new Goal[goals.Length];
            for (int i = 0; i < goals.Length; ++i) with[i].At = goals[i];
            byte[] error = NewError();
            Check(Native.taut_field_set_goals(Use(), with, (uint)with.Length,
                double.PositiveInfinity, error), error);
        }

        // After SetGoals() and after edits. Reason.None: the field answers.
        public Reason Update(World world)
        {
            FieldResult result;
            int status = Native.taut_field_update(Use(), world.Use(), out result);
            if (status > (int)Status.Unfinished) Check(status);
            return (Reason)result.Reason;
        }

        // Infinity where there is no way.
        public double Distance(float x, float y) { return Native.taut_field_distance(Use(), x, y); }

        // Where to walk straight from a place; false where there is no way.
        public bool NextCorner(float x, float y, out Point corner)
        {
            return Native.taut_field_next_corner(Use(), x, y, out corner) == (int)Status.Ok;
        }
    }

    // Units that walk, give way and never overlap. Keeps its world alive, and edits it by adding
    // units of new sizes.
    public sealed class Crowd : Handle
    {
        public Crowd(World world)
        {
            byte[] error = NewError();
            Check(Native.taut_crowd_create(world.Use(), null, out Pointer, error), error);
        }

        protected override void Free(HandleRef pointer) { Native.taut_crowd_destroy(pointer); }

        // A disc; speed in tiles per second. Returns its number, or -1 where it has no room.
        public int Add(Agent agent, float x, float y, double speed = 2)
        {
            UnitOptions options;
            Native.taut_unit_options_init(out options);
            options.Speed = speed;
            byte[] error = NewError();
            uint unit;
            int status = Native.taut_crowd_add(Use(), new[] { agent }, x, y, new[] { options },
                out unit, error);
            if (status == (int)Status.InvalidInput) return -1;
            Check(status, error);
            return (int)unit;
        }
        public void Remove(int unit) { Native.taut_crowd_remove(Use(), (uint)unit); }

        public void Order(int unit, float x, float y)
        {
            Check(Native.taut_crowd_order(Use(), (uint)unit, x, y));
        }
        // Several come to rest side by side around the place. Returns how many were sent.
        public int Order(int[] units, float x, float y)
        {
            uint sent;
            Check(Native.taut_crowd_order_group(Use(), Array.ConvertAll(units, unit => (uint)unit),
                (uint)units.Length, x, y, out sent));
            return (int)sent;
        }
        public void Stop(int unit) { Check(Native.taut_crowd_stop(Use(), (uint)unit)); }

        // A tick, of at most 0.25 s.
        public void Advance(double seconds)
        {
            byte[] error = NewError();
            Check(Native.taut_crowd_advance(Use(), seconds, error), error);
        }

        // Element i is that of unit i. Returns how many numbers there are.
        public int CopyPlaces(Point[] places)
        {
            uint count;
            Check(Native.taut_crowd_places(Use(), places, (uint)places.Length, out count));
            return (int)count;
        }
        public int CopyStates(UnitState[] states)
        {
            byte[] bytes = new byte[states.Length];
            uint count;
            Check(Native.taut_crowd_states(Use(), bytes, (uint)bytes.Length, out count));
            int most = Math.Min((int)count, bytes.Length);
            for (int i = 0; i < most; ++i) states[i] = (UnitState)bytes[i];
            return (int)count;
        }
    }

    public static class Library
    {
        public static string Version { get { return Words.Read(Native.taut_version()); } }
    }
}
