// taut for C#: queues of queries, groups, followers of paths. Taut.cs has the rest.
using System;
using System.Runtime.InteropServices;

namespace Taut
{
    // Many queries, answered within a time budget per tick. Keeps its world alive.
    public sealed class FindQueue : Handle
    {
        public FindQueue(World world)
        {
            Check(Native.taut_queue_create(world.Use(), out Pointer));
        }

        protected override void Free(HandleRef pointer) { Native.taut_queue_destroy(pointer); }

        // A higher priority, 0 to 255, overtakes others. The ticket is valid until Release().
        public Ticket Submit(float x0, float y0, float x1, float y1, FindOptions options,
            int priority = 0)
        {
            byte[] error = NewError();
            Ticket ticket;
            Check(Native.taut_queue_submit(Use(), x0, y0, x1, y1, new[] { options }, priority,
                out ticket, error), error);
            return ticket;
        }
        public void Release(Ticket ticket) { Check(Native.taut_queue_release(Use(), ticket)); }

        // Answers requests until none is left or the time is over. Returns how many are left.
        public int Run(int microseconds)
        {
            uint waiting;
            Check(Native.taut_queue_run(Use(), (uint)Math.Max(microseconds, 0), out waiting));
            return (int)waiting;
        }
        public int Waiting { get { return (int)Native.taut_queue_waiting(Use()); } }

        // False while there is no answer. The finder, of the same world, then has the path.
        public bool Answer(Ticket ticket, Finder finder, out PathInfo path)
        {
            int status = Native.taut_queue_answer(Use(), ticket, finder.Use(), out path);
            if (status > (int)Status.Unfinished) Check(status);
            return status != (int)Status.Unfinished;
        }
    }

    public partial struct GroupUnit
    {
        public GroupUnit(Agent agent, float x, float y)
        {
            Agent = agent;
            Start = new Point(x, y);
        }
    }

    public partial struct GroupOptions
    {
        public static GroupOptions Default
        {
            get
            {
                GroupOptions options;
                Native.taut_group_options_init(out options);
                return options;
            }
        }
        public static GroupOptions For(GroupEnds ends)
        {
            GroupOptions options = Default;
            options.Ends = (int)ends;
            return options;
        }
    }

    // The paths of many units to one goal.
    public sealed class Group : Handle
    {
        public Group() { Check(Native.taut_group_create(out Pointer)); }

        protected override void Free(HandleRef pointer) { Native.taut_group_destroy(pointer); }

        // Returns how many have a path.
        public int Find(Finder finder, GroupUnit[] units, float x, float y, GroupOptions options)
        {
            GroupResult result;
            Check(Native.taut_find_group(finder.Use(), units, (uint)units.Length, x, y,
                new[] { options }, Use(), out result));
            return (int)result.Found;
        }

        // The finder, of the same world, then has the path of this unit.
        public PathInfo Path(int unit, Finder finder)
        {
            PathInfo path;
            int status = Native.taut_group_path(Use(), (uint)unit, finder.Use(), out path);
            if (status > (int)Status.Unfinished) Check(status);
            return path;
        }
        public Point End(int unit)
        {
            Point end;
            Check(Native.taut_group_end(Use(), (uint)unit, out end));
            return end;
        }
    }

    // The path of a walking unit, kept up to date. Keeps its world alive.
    public sealed class Follower : Handle
    {
        private readonly Turn[] next = new Turn[1];

        public Follower(World world, Agent agent, double maxDetour = 2)
        {
            byte[] error = NewError();
            Check(Native.taut_follower_create(world.Use(), new[] { agent }, maxDetour, out Pointer,
                error), error);
        }

        protected override void Free(HandleRef pointer) { Native.taut_follower_destroy(pointer); }

        // The last path of a finder of this world, for this agent.
        public FollowStatus Set(Finder finder)
        {
            Check(Native.taut_follower_set(Use(), finder.Use()));
            return State.StatusNow;
        }
        // The unit is here now; its goal is there now; the world may have changed.
        public FollowStatus Move(float x, float y)
        {
            return (FollowStatus)Native.taut_follower_move(Use(), x, y);
        }
        public FollowStatus MoveGoal(float x, float y)
        {
            return (FollowStatus)Native.taut_follower_move_goal(Use(), x, y);
        }
        public FollowStatus Update()
        {
            return (FollowStatus)Native.taut_follower_update(Use());
        }
        // The unit stands at the exit of the link that it was at.
        public FollowStatus PassLink()
        {
            return (FollowStatus)Native.taut_follower_pass_link(Use());
        }

        public FollowerState State
        {
            get
            {
                FollowerState state;
                Check(Native.taut_follower_read(Use(), out state));
                return state;
            }
        }
        // The point so many tiles ahead; false without a path.
        public bool PlaceAhead(double tiles, out double x, out double y)
        {
            int status = Native.taut_follower_place_ahead(Use(), tiles, out x, out y);
            if (status > (int)Status.Unfinished) Check(status);
            return status == (int)Status.Ok;
        }
        // Where the unit goes straight to; false without a path.
        public bool NextCorner(out Point corner)
        {
            uint count;
            Check(Native.taut_follower_ahead(Use(), next, 1, out count));
            corner = count == 0 ? new Point()
                : new Point((float)next[0].EntryX, (float)next[0].EntryY);
            return count > 0;
        }
    }

    public partial struct FollowerState
    {
        public FollowStatus StatusNow { get { return (FollowStatus)Status; } }
        public bool NeedsSearch { get { return StatusNow >= FollowStatus.NoPath; } }
    }
}
