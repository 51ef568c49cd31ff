// What the classes of C# answer, and that structs have the sizes of C: mono tests.exe
using System;
using System.Runtime.InteropServices;
using Taut;

internal static class Tests
{
    private static int faults;
    private static int checks;

    private static void Check(bool holds, string what)
    {
        ++checks;
        if (holds) return;
        ++faults;
        Console.Error.WriteLine("FAILED: " + what);
    }

    private static void Refused(Action call, string words)
    {
        try
        {
            call();
            Check(false, "not refused: " + words);
        }
        catch (ArgumentException error)
        {
            Check(error.Message.Contains(words), "refused with: " + error.Message);
        }
    }

    private static void TestPaths()
    {
        using (World world = World.Read(".@...\n.@.@.\n...@.\n", "my map"))
        using (Finder finder = new Finder(world))
        {
            Check(world.Width == 5 && world.Height == 3, "the sides of a map");
            PathInfo path = finder.Find(0.5f, 0.5f, 4.5f, 2.5f);
            Check(path.Found && Math.Abs(path.Length - 6.576) < 1e-3, "length " + path.Length);
            Point[] points = finder.Points();
            Check(points.Length == 6 && points[1].X == 1 && points[1].Y == 2, "points");
            Point[] few = new Point[2];
            Check(finder.CopyPoints(few) == 6 && few[1].Y == 2, "the first points");
            Check(world.IsWalkable(Agent.Point(), points), "the path is walkable");
            world.Set(2, 0, 3, 1, false);
            Check(!world.IsWalkable(Agent.Point(), points), "an edit cuts the path");
            path = finder.Find(0.5f, 0.5f, 4.5f, 2.5f);
            Check(!path.Found && path.Why == Reason.NotConnected, "no path");
            Check(world.Explain(path.Why, 0.5f, 0.5f, 4.5f, 2.5f, FindOptions.Default) ==
                "No way leads from (0.5, 0.5) to (4.5, 2.5).", "the reason in words");
            FindOptions near = FindOptions.For(Agent.Point(), nearest: true);
            Check(finder.Find(0.5f, 0.5f, 4.5f, 2.5f, near).Found, "the nearest place");
            Check(world.Revision == 1, "the revision");
        }
    }

    private static void TestAgents()
    {
        using (World world = new World(24, 16))
        using (Finder finder = new Finder(world))
        {
            world.Set(8, 0, 10, 12, false);
            Agent disc = Agent.Disc(1.5);
            Check(finder.Find(3, 3, 14, 3, FindOptions.For(disc)).Why == Reason.NotPrepared,
                "a disc that is not prepared");
            world.Prepare(disc);
            PathInfo path = finder.Find(3, 3, 14, 3, FindOptions.For(disc));
            Check(path.Found && path.TurnCount == 4, "turns of a disc");
            Check(finder.Points().Length > 6, "arcs of a disc as chords");
            Check(!world.HasRoom(disc, 1, 1) && world.HasRoom(disc, 2, 2), "room");
            Check(world.IsReachable(disc, 3, 3, 14, 3), "reachable");
            float[] factors = new float[256];
            for (int i = 0; i < 256; ++i) factors[i] = 1;
            factors[3] = float.PositiveInfinity;
            world.SetClass(8, 12, 10, 16, 3);
            world.SetGround(1, factors);
            world.Prepare(Agent.Point(1));
            Check(finder.Find(3, 3, 14, 3, FindOptions.For(Agent.Point(1))).Why ==
                Reason.NotConnected, "a shut door");
            world.Link(6, 3, 12, 3, cost: 2);
            path = finder.Find(3, 3, 14, 3);
            Check(path.LinkCount == 1 && path.Length == 5 && path.Cost == 7, "a link");
            using (World full = World.ReadSave(world.SaveFull()))
            {
                Check(full.SaveFull().Length > world.Save().Length, "a full save is larger");
            }
            using (World again = World.ReadSave(world.Save()))
            using (Finder other = new Finder(again))
            {
                Check(other.Find(3, 3, 14, 3).Cost == 7, "a save");
            }
        }
    }

    private static void TestFieldsAndCrowds()
    {
        using (World world = new World(24, 16))
        using (Field field = new Field(Agent.Point()))
        {
            world.Set(8, 0, 10, 12, false);
            field.SetGoals(new Point(14, 3));
            Check(field.Update(world) == Reason.None, "the field is built");
            Check(Math.Abs(field.Distance(3, 3) - 22.144) < 1e-3, "a distance");
            Point corner;
            Check(field.NextCorner(3, 3, out corner), "a corner");
            Check(corner.X == 8 && corner.Y == 12, "the corner at " + corner);
            using (Finder finder = new Finder(world))
            {
                Check(finder.Find(field, 3, 3).PointCount == 4, "a path by a field");
            }
            using (Crowd crowd = new Crowd(world))
            {
                Agent disc = Agent.Disc(0.4);
                int[] units = { crowd.Add(disc, 2, 2), crowd.Add(disc, 3, 2) };
                Check(crowd.Add(Agent.Disc(0.4), 2, 2) == -1, "no room for a unit");
                Check(crowd.Order(units, 14, 3) == 2, "an order");
                Point[] places = new Point[2];
                UnitState[] states = new UnitState[3];
                states[2] = UnitState.NoWay;
                for (int tick = 0; tick < 600; ++tick) crowd.Advance(0.05);
                crowd.CopyPlaces(places);
                crowd.CopyStates(states);
                Check(states[2] == UnitState.NoWay, "what is behind the units stays");
                Check(states[0] == UnitState.Arrived && states[1] == UnitState.Arrived, "arrived");
                Check(Math.Abs(places[0].X - 14) < 2, "at " + places[0]);
            }
        }
    }

    private static void TestWalks()
    {
        Agent disc = Agent.Disc(0.4);
        using (World world = new World(24, 16))
        using (Finder finder = new Finder(world))
        using (FindQueue queue = new FindQueue(world))
        using (Group group = new Group())
        using (Follower follower = new Follower(world, disc))
        {
            world.Set(8, 0, 10, 12, false);
            world.Prepare(disc);
            Ticket ticket = queue.Submit(3, 3, 14, 3, FindOptions.For(disc), priority: 3);
            PathInfo path;
            Check(!queue.Answer(ticket, finder, out path) && queue.Waiting == 1, "no answer yet");
            Check(queue.Run(1000000) == 0, "a queue runs");
            Check(queue.Answer(ticket, finder, out path) && path.TurnCount == 4, "an answer");
            Refused(() => queue.Submit(3, 3, 4, 4, FindOptions.Default, 256), "priority 256");

            Check(follower.Set(finder) == FollowStatus.OnPath, "a path is followed");
            double x, y;
            Check(follower.PlaceAhead(3, out x, out y), "a place ahead");
            Check(follower.Move((float)x, (float)y) == FollowStatus.OnPath, "it walks");
            Check(follower.State.Progress > 0.1 && !follower.State.NeedsSearch, "its state");
            Point corner;
            Check(follower.NextCorner(out corner) && corner.Y > 11, "the corner " + corner);
            queue.Release(ticket);
            Refused(() => queue.Answer(ticket, finder, out path), "bad_argument");

            GroupUnit[] units = { new GroupUnit(disc, 2, 2), new GroupUnit(disc, 3, 2) };
            Check(group.Find(finder, units, 14, 3, GroupOptions.Default) == 2, "a group");
            Check(group.End(0).X == 14 && group.End(1).X == 14, "their goal");
            GroupOptions spread = GroupOptions.For(GroupEnds.Spread);
            Check(group.Find(finder, units, 14, 3, spread) == 2, "a group side by side");
            Check(group.Path(1, finder).Found && finder.Points().Length > 3, "its paths");
            Check(Math.Abs(group.End(0).X - group.End(1).X) + Math.Abs(group.End(0).Y -
                group.End(1).Y) > 0.79, "their ends");
            world.Set(8, 12, 10, 16, false);
            Check(follower.Update() == FollowStatus.Cut && follower.State.NeedsSearch, "cut");
            Check(!finder.Find(3, 3, 9, 3, FindOptions.For(disc)).Found, "a goal in a wall");
            Check(follower.Set(finder) == FollowStatus.NoPath, "no path is followed");
            Check(!follower.NextCorner(out corner) && corner.Y == 0, "no corner: " + corner);
        }
    }

    private static void TestShared()
    {
        using (World world = new World(8, 8))
        {
            world.Share();
            using (World before = world.Published())
            using (Finder finder = new Finder(world))
            {
                world.Set(3, 0, 4, 8, false);
                Check(finder.Find(1, 1, 6, 1).Found, "an edit that was not published");
                world.Publish();
                Check(!finder.Find(1, 1, 6, 1).Found, "one that was");
                Check(before.IsWalkable(3, 3) && !world.IsWalkable(3, 3), "what was held");
                Refused(() => before.Set(0, 0, 1, 1, false), "bad_argument");
                Refused(() => world.Share(), "is shared");
            }
        }
    }

    private static void TestMistakes()
    {
        Refused(() => World.Read("..\n.\n", "room"), "room:2:");
        Refused(() => new World(0, 5), "width 0");
        Refused(() => new World(2, 2, new byte[3]), "3 tiles for a map of 2 x 2");
        World world = new World(4, 4);
        Refused(() => world.SetClass(0, 0, 1, 1, 300), "300");
        Refused(() => world.Prepare(Agent.Disc(double.NaN)), "nan");
        Refused(() => new Field(Agent.Disc(99)), "99");
        using (Finder finder = new Finder(world))
        {
            FindOptions limited = FindOptions.Default;
            limited.LengthLimit = -1;
            Refused(() => finder.Find(1, 1, 2, 2, limited), "out of range");
            Refused(() => finder.Find(1, 1, 2, 2, FindOptions.For(Agent.Point(300))),
                "out of range");
        }
        world.Dispose();
        world.Dispose();
        try
        {
            world.Set(0, 0, 1, 1, false);
            Check(false, "a disposed world is used");
        }
        catch (ObjectDisposedException)
        {
            Check(true, "");
        }
    }

    private static void TestSizes()
    {
        Check(Marshal.SizeOf(typeof(Point)) == 8 && Marshal.SizeOf(typeof(Agent)) == 16, "sizes");
        Check(Marshal.SizeOf(typeof(FindOptions)) == 56, "the size of options");
        Check(Marshal.SizeOf(typeof(PathInfo)) == 56, "the size of a path");
        Check(Marshal.SizeOf(typeof(Turn)) == 48 && Marshal.SizeOf(typeof(Link)) == 80, "of links");
    }

    private static int Main()
    {
        TestSizes();
        TestPaths();
        TestAgents();
        TestFieldsAndCrowds();
        TestWalks();
        TestShared();
        TestMistakes();
        for (int i = 0; i < 100; ++i) new Finder(new World(8, 8));
        GC.Collect();
        GC.WaitForPendingFinalizers();
        Console.WriteLine("taut " + Library.Version + ": " + (checks - faults) + " passed, " +
            faults + " failed");
        return faults == 0 ? 0 : 1;
    }
}
