package dev.redrive.server.overview;

import dev.redrive.cause.Cause;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.StatusCounts;
import dev.redrive.letter.Summary;
import dev.redrive.server.kafka.KafkaReport;
import dev.redrive.server.pages.Sparkline;
import dev.redrive.server.pages.StatusTile;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything on the first page.
 *
 * @param causes empty also for a caller with limited channels, because causes span all channels
 * @param maySearch false for a caller that sees masked payloads
 */
public record OverviewView(
        HealthView health,
        List<StatusTile> tiles,
        CaptureChart chart,
        List<CauseRow> causes,
        boolean hasCauses,
        Letters letters,
        Choice choice,
        boolean maySearch,
        Channels channels,
        KafkaReport kafka,
        String firstCapture) {

    /** A cause with its last hours. */
    public record CauseRow(Cause cause, Sparkline trend) {}

    /** A page of letters, and the address of the page behind it. */
    public record Letters(List<Summary> items, Optional<String> older, boolean complete) {}

    /** The channels to choose from, in the order of their names; where there are too many, those with the most open letters. */
    public record Channels(List<String> listed, int others) {
        private static final int MOST = 100;

        static Channels of(Map<String, StatusCounts> counts) {
            List<String> listed = counts.entrySet().stream()
                    .sorted(Comparator.comparingLong((Map.Entry<String, StatusCounts> channel) ->
                                    -channel.getValue().open())
                            .thenComparing(Map.Entry::getKey))
                    .limit(MOST)
                    .map(Map.Entry::getKey)
                    .sorted()
                    .toList();
            return new Channels(listed, counts.size() - listed.size());
        }

        public boolean isAll() {
            return others == 0;
        }
    }

    /** What the visitor asked for in the address. */
    public record Choice(
            Optional<LetterStatus> status, String channel, String text, ChartRange range, boolean isFirstPage) {
        public boolean isFor(LetterStatus wanted) {
            return status.isPresent() && status.get() == wanted;
        }

        public boolean isFiltered() {
            return status.isPresent() || !channel.isEmpty() || !text.isEmpty();
        }
    }

    public boolean isEmpty() {
        return tiles.stream().allMatch(tile -> tile.count() == 0);
    }

    public long open() {
        return tiles.stream()
                .filter(tile -> tile.status().isOpen())
                .mapToLong(StatusTile::count)
                .sum();
    }
}
