package dev.redrive.server.replays;

/** Takes every place for planning, so that the next plan is refused. */
public final class ReplayApiFixture {
    private static final int PLACES = 4;

    private ReplayApiFixture() {}

    public static void in(ReplayPlanning planning) {
        for (int i = 0; i < PLACES; i++) planning.enter();
    }
}
