// Plays the town for two minutes and shuts a gate: prints how many units have come across.
internal static class Program
{
    private static void Main()
    {
        using (Town town = new Town(64, 48, 200))
        {
            town.Cross();
            for (int tick = 0; tick < 3600; ++tick)
            {
                if (tick == 60) town.ShutUpperGate(true); // half of them are on their way there
                town.Tick(1.0 / 30.0);
            }
            System.Console.WriteLine(town.Arrived() + " of " + town.Count + " are across");
        }
    }
}
