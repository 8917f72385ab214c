package dev.redrive.server.replays;

import dev.redrive.ledger.LineState;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayProgress;
import dev.redrive.server.pages.NameText;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/** Everything on the page of replays. */
public record ReplaysView(List<Row> rows, Optional<String> older, boolean isFirstPage, String firstReplay) {

    /** A replay, what it is about and how far it has come. */
    public record Row(Replay replay, SelectionText chosen, ProgressBar bar) {
        static Row of(Replay replay, ZoneId zone) {
            return new Row(replay, SelectionText.in(replay, zone), ProgressBar.of(replay.progress()));
        }

        /** How many letters are through, and how many of them not well. */
        public String outcome() {
            ReplayProgress progress = replay.progress();
            StringBuilder words = new StringBuilder(
                            NameText.number(progress.matched() - progress.count(LineState.PLANNED)))
                    .append(" of ")
                    .append(NameText.number(progress.matched()));
            for (LineState state : ReplayPage.TROUBLED) {
                long count = progress.count(state);
                if (count > 0)
                    words.append(", ")
                            .append(NameText.number(count))
                            .append(' ')
                            .append(NameText.lower(state));
            }
            return words.toString();
        }
    }
}
