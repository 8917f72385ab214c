package dev.redrive.internal.retention;

import dev.redrive.event.RedriveEvent;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.retention.DueLetter;
import dev.redrive.store.retention.Retention;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Closes failed letters whose time is over; they stay in the store as archived ones. */
final class LetterClosing {
    private static final int AT_ONCE = 500;

    private final RunContext run;

    LetterClosing(RunContext run) {
        this.run = run;
    }

    void closeAll() {
        run.forEachPage(LetterStatus.FAILED, AT_ONCE, this::close);
    }

    /** The notes of a closed letter say how long it was left alone, so channels with other times are closed by themselves. */
    private void close(List<DueLetter> page) {
        Map<Retention, List<DueLetter>> byTimes = new LinkedHashMap<>();
        for (DueLetter letter : page)
            byTimes.computeIfAbsent(run.rules().of(letter.channel()), times -> new ArrayList<>())
                    .add(letter);
        byTimes.forEach((times, letters) -> close(letters, times.archiving()));
    }

    private void close(List<DueLetter> letters, ManualMove move) {
        Set<LetterId> closed = new HashSet<>(run.store().close(letters, move));
        run.counts().closed += closed.size();
        Map<String, List<LetterId>> byChannel = new LinkedHashMap<>();
        for (DueLetter letter : letters)
            if (closed.contains(letter.id()))
                byChannel
                        .computeIfAbsent(letter.channel(), channel -> new ArrayList<>())
                        .add(letter.id());
        byChannel.forEach((channel, ids) ->
                run.events().publish(() -> new RedriveEvent.Moved(channel, ids, move.move(), move.by())));
    }
}
