package dev.redrive.server.pages;

/**
 * What stands beside the entries of the navigation, of what is open.
 *
 * @param inbox causes with open letters that are neither acknowledged nor ignored
 * @param letters open letters
 * @param replays replays that have not ended
 * @param alerts alerts that are firing and not snoozed
 */
public record RailCounts(long inbox, long letters, long replays, long alerts) {
    /** When nothing is open, or nothing is known. */
    public static final RailCounts NONE = new RailCounts(0, 0, 0, 0);
}
