// A scene without an engine: units cross a town to and fro, through two gates (docs/engines.md).
using System;
using Taut;

public sealed class Town : IDisposable
{
    private readonly World world;
    private readonly Crowd crowd;
    private readonly int[] units;
    private bool isRightNext = true;

    public Point[] Places;
    public UnitState[] States;

    public Town(int width, int height, int count)
    {
        world = new World(width, height);
        world.Set(width / 2, 0, width / 2 + 2, height, false); // a wall with two gates
        world.Set(width / 2, 8, width / 2 + 2, 12, true);
        world.Set(width / 2, height - 12, width / 2 + 2, height - 8, true);
        crowd = new Crowd(world);
        units = new int[count];
        for (int i = 0; i < count; ++i)
        {
            units[i] = crowd.Add(Agent.Disc(0.4), 2.5f + i % 16, 2.5f + i / 16);
        }
        Places = new Point[count];
        States = new UnitState[count];
        crowd.CopyPlaces(Places);
    }

    public int Count { get { return units.Length; } }

    // Sends all units to the other side.
    public void Cross()
    {
        float x = isRightNext ? world.Width - 12 : 12;
        isRightNext = !isRightNext;
        crowd.Order(units, x, world.Height / 2);
    }

    public void ShutUpperGate(bool isShut)
    {
        world.Set(world.Width / 2, 8, world.Width / 2 + 2, 12, !isShut);
    }

    // Advances the game by a frame, in ticks of at most 0.05 s.
    public void Tick(double seconds)
    {
        for (; seconds > 0; seconds -= 0.05) crowd.Advance(Math.Min(seconds, 0.05));
        crowd.CopyPlaces(Places);
        crowd.CopyStates(States);
    }

    public int Arrived()
    {
        int arrived = 0;
        foreach (UnitState state in States) if (state == UnitState.Arrived) ++arrived;
        return arrived;
    }

    public void Dispose()
    {
        crowd.Dispose();
        world.Dispose();
    }
}
