// Made by bindings/generate.py from c/include, which documents each function.
using System;
using System.Runtime.InteropServices;

namespace Taut
{
    public enum Status
    {
        Ok = 0, Truncated = 1, NoPath = 2, OutOfNodes = 3, InvalidInput = 4, Unfinished = 5,
        BadArgument = 6, OutOfMemory = 7, Failure = 8
    }

    public enum Reason
    {
        None = 0, StartBlocked = 1, GoalBlocked = 2, StartTooNear = 3, GoalTooNear = 4,
        NotConnected = 5, TooNarrow = 6, Limit = 7, NotPrepared = 8, BadOptions = 9,
        GoalTooFar = 11, Stale = 13, Broken = 14
    }

    public enum AgentShape
    {
        Point = 0, Disc = 1, Square = 2
    }

    public enum Method
    {
        Best = 0, Optimal = 1, Fast = 2
    }

    public enum TurnKind
    {
        Start = 0, Left = 1, Right = 2, Goal = 3
    }

    public enum UnitState : byte
    {
        Idle = 0, Waiting = 1, Walking = 2, Blocked = 3, Yielding = 4, Arrived = 5, NoWay = 6,
        AtLink = 7, None = 255
    }

    public enum FollowStatus
    {
        OnPath = 0, MaybeShorter = 1, Arrived = 2, AtLink = 3, NoPath = 4, OffPath = 5,
        GoalLost = 6, Cut = 7, None = 255
    }

    public enum GroupEnds
    {
        Goal = 0, Spread = 1
    }

    public enum GroupMethod
    {
        Best = 0, Searches = 1, Field = 2
    }

    [StructLayout(LayoutKind.Sequential)]
    public partial struct Point
    {
        public float X, Y;
    }

    [StructLayout(LayoutKind.Sequential)]
    public partial struct Rect
    {
        public int X0, Y0, X1, Y1;
    }

    [StructLayout(LayoutKind.Sequential)]
    public partial struct Agent
    {
        public double Radius;
        public int Shape, Ground;
    }

    [StructLayout(LayoutKind.Sequential)]
    public partial struct Ray
    {
        public Point End;
        public int IsVisible, TileX, TileY, BlockerX, BlockerY;
    }

    [StructLayout(LayoutKind.Sequential)]
    public partial struct FindOptions
    {
        public Agent Agent;
        public double MaxGoalDistance, LengthLimit;
        public uint ExpansionLimit, Budget;
        public int Method, GoalRule, StartRule, Padding;
    }

    [StructLayout(LayoutKind.Sequential)]
    public partial struct PathInfo
    {
        public double Length, Cost;
        public ulong Revision;
        public int Status;
        public int Reason;
        public int Method;
        public uint PointCount, TurnCount, Expanded, LinkCount, Padding;
    }

    [StructLayout(LayoutKind.Sequential)]
    public partial struct Turn
    {
        public double EntryX, EntryY, ExitX, ExitY;
        public Point Center;
        public int Kind, Padding;
    }

    [StructLayout(LayoutKind.Sequential)]
    public partial struct Query
    {
        public Point Start, Goal;
        public uint Options;
    }

    [StructLayout(LayoutKind.Sequential)]
    public partial struct Goal
    {
        public Point At;
        public double Cost;
    }

    [StructLayout(LayoutKind.Sequential)]
    public partial struct FieldResult
    {
        public int Status;
        public int Reason;
        public uint LeftOut, Expanded;
    }

    [StructLayout(LayoutKind.Sequential)]
    public partial struct CrowdOptions
    {
        public uint Expansions;
        public int GoalRule;
        public uint Microseconds;
    }

    [StructLayout(LayoutKind.Sequential)]
    public partial struct UnitOptions
    {
        public double Speed, Acceleration;
        public int Rank, GivesWay;
    }

    [StructLayout(LayoutKind.Sequential)]
    public partial struct FollowerState
    {
        public double X, Y, Length, Progress;
        public uint Turns;
        public int Status;
    }

    [StructLayout(LayoutKind.Sequential)]
    public partial struct Frame
    {
        public double OriginX, OriginY, TileSize;
        public int IsUpwards, Padding;
    }

    [StructLayout(LayoutKind.Sequential)]
    public partial struct GroupUnit
    {
        public Point Start;
        public Agent Agent;
    }

    [StructLayout(LayoutKind.Sequential)]
    public partial struct GroupOptions
    {
        public FindOptions Find;
        public int Ends, Method;
    }

    [StructLayout(LayoutKind.Sequential)]
    public partial struct GroupResult
    {
        public uint Found, Searches, Fields, Padding;
    }

    [StructLayout(LayoutKind.Sequential)]
    public partial struct LinkOptions
    {
        public double Cost, Width;
        public ulong UserData;
        public int OneWay, TerrainClass, IsOpen, Padding;
    }

    [StructLayout(LayoutKind.Sequential)]
    public partial struct LinkEnd
    {
        public Point A, B;
    }

    [StructLayout(LayoutKind.Sequential)]
    public partial struct Link
    {
        public LinkOptions Options;
        public LinkEnd From, To;
        public uint Id, Padding;
    }

    [StructLayout(LayoutKind.Sequential)]
    public partial struct PassedLink
    {
        public uint Link, Exit;
    }

    [StructLayout(LayoutKind.Sequential)]
    public partial struct LinkStep
    {
        public uint Link;
        public Point Entry, Exit;
    }

    [StructLayout(LayoutKind.Sequential)]
    public partial struct MapLetter
    {
        public int Letter, TerrainClass, Walkable;
    }

    [StructLayout(LayoutKind.Sequential)]
    public partial struct TileSteps
    {
        public double Limit;
        public int Ground, Diagonal, DiagonalLength, Ways;
    }

    [StructLayout(LayoutKind.Sequential)]
    public partial struct TileGoal
    {
        public int X, Y;
        public float Value;
    }

    [StructLayout(LayoutKind.Sequential)]
    public partial struct Tile
    {
        public int X, Y;
    }

    [StructLayout(LayoutKind.Sequential)]
    public partial struct TileCreature
    {
        public IntPtr Values;
        public int X, Y, Size, Ground, Rank, Stays;
        public uint Waited;
    }

    [StructLayout(LayoutKind.Sequential)]
    public partial struct Portal
    {
        public Point Left, Right;
    }

    [StructLayout(LayoutKind.Sequential)]
    public partial struct Cone
    {
        public Point Apex, Right, Left;
    }

    [StructLayout(LayoutKind.Sequential)]
    public partial struct Ticket
    {
        public ulong Number;
        public uint Slot, Padding;
    }
}
