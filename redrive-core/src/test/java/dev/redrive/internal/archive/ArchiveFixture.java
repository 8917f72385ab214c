package dev.redrive.internal.archive;

import dev.redrive.archive.Archive;
import dev.redrive.archive.ArchiveObject;
import dev.redrive.contract.SettableClock;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterState;
import dev.redrive.store.questions.WholeLetter;
import dev.redrive.testing.InMemoryArchive;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Letters in an archive in memory. */
public final class ArchiveFixture {
    public final SettableClock clock = SettableClock.standing();
    public final InMemoryArchive archive = new InMemoryArchive();
    public final List<String> problems = new ArrayList<>();
    private final LetterIds ids = new LetterIds(clock);

    LetterArchive letters() {
        return letters(archive);
    }

    LetterArchive letters(Archive in) {
        return new LetterArchive(in, clock, ids);
    }

    /** Letters of any hours and errors. */
    public void add(List<WholeLetter> letters) {
        letters.stream()
                .collect(Collectors.groupingBy(
                        letter -> ObjectKey.folder(
                                letter.letter().id(), letter.letter().failure().type()),
                        TreeMap::new,
                        Collectors.toList()))
                .values()
                .forEach(folder -> {
                    var unused = add(letters(), folder);
                });
    }

    /** Letters of one folder. */
    LetterArchiver.Result add(LetterArchive to, List<WholeLetter> letters) {
        Iterator<List<WholeLetter>> parts =
                List.of(letters, List.<WholeLetter>of()).iterator();
        return to.archiver()
                .archive(
                        letters.get(0).letter().failure().type(),
                        letters.stream().map(letter -> letter.letter().id()).toList(),
                        parts::next,
                        problems::add);
    }

    /** All lines about all letters. */
    Map<LetterId, List<WholeLetter>> lines() {
        Map<LetterId, List<WholeLetter>> lines = new TreeMap<>();
        LetterArchive in = letters();
        for (ArchiveObject object : in.objects(ObjectKey.ROOT))
            in.read(
                    object,
                    letter -> lines.computeIfAbsent(letter.letter().id(), id -> new ArrayList<>())
                            .add(letter),
                    problems::add);
        return lines;
    }

    public long size() {
        return archive.objects().values().stream()
                .mapToLong(bytes -> bytes.length)
                .sum();
    }

    /** The letter as it is after it was changed. */
    public static WholeLetter changedAt(WholeLetter whole, Instant time) {
        DeadLetter letter = whole.letter();
        LetterState state = letter.state();
        return whole.with(letter.with(new LetterState(
                state.status(),
                state.retryCount(),
                state.maxRetries(),
                state.attempt(),
                null,
                null,
                null,
                null,
                state.firstFailedAt(),
                state.lastFailedAt(),
                time,
                null,
                state.resolution(),
                null,
                state.version())));
    }
}
