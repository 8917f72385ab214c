package dev.redrive.server.pages;

import dev.redrive.replay.LineState;
import dev.redrive.replay.Progress;
import dev.redrive.replay.Replay;
import java.util.List;
import java.util.Optional;

/** Everything on the page of replays. */
public record ReplaysView(List<Row> rows, Optional<String> older, boolean isFirstPage, String firstReplay) {

    /** A replay, what it is about and how far it has come. */
    public record Row(Replay replay, Chosen chosen, ProgressBar bar) {
        static Row of(Replay replay) {
            return new Row(replay, Chosen.in(replay), ProgressBar.of(replay.progress()));
        }

        /** How many letters are through, and how many of them not well. */
        public String outcome() {
            Progress progress = replay.progress();
            StringBuilder words = new StringBuilder(
                            Words.number(progress.matched() - progress.count(LineState.PLANNED)))
                    .append(" of ")
                    .append(Words.number(progress.matched()));
            for (LineState state : ReplayPage.TROUBLED) {
                long count = progress.count(state);
                if (count > 0)
                    words.append(", ").append(Words.number(count)).append(' ').append(Words.lower(state));
            }
            return words.toString();
        }
    }

    public boolean isBusy() {
        return rows.stream().anyMatch(row -> ReplayView.isBusy(row.replay.state()));
    }
}
