package dev.redrive.server.replays;

/** Takes every place among those who plan, so that the next one is refused. */
public final class FullHouse {
    private static final int PLACES = 4;

    private FullHouse() {}

    public static void in(Planning planning) {
        for (int i = 0; i < PLACES; i++) planning.enter();
    }
}
