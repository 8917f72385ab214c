package dev.redrive.server.pages;

import dev.redrive.replay.Replay;
import java.util.List;
import java.util.Optional;

/** Everything on the page of replays. */
public record ReplaysView(List<Row> rows, Optional<String> older, boolean isFirstPage, String firstReplay) {

    public record Row(Replay replay, Chosen chosen, ProgressBar bar) {
        static Row of(Replay replay) {
            return new Row(replay, Chosen.in(replay), ProgressBar.of(replay.progress()));
        }
    }

    public boolean isBusy() {
        return rows.stream().anyMatch(row -> ReplayView.isBusy(row.replay.state()));
    }
}
