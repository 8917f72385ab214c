package dev.redrive.internal.retention;

import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.archive.LetterArchive;
import dev.redrive.internal.archive.LetterArchiver;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.retention.ChannelTimes;
import dev.redrive.store.retention.DueLetter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Removes resolved and archived letters whose time is over from the store. With an archive they are there first: a letter is
 * removed only when its line was read back, and only as it was written.
 */
final class LetterRemoval {
    /** So many at once that most letters of an hour with one type of error go into one object; each takes little memory. */
    private static final int PAGE = 20_000;

    private static final int REMOVED_AT_ONCE = 500;
    private static final List<LetterStatus> STATUSES = List.of(LetterStatus.RESOLVED, LetterStatus.ARCHIVED);

    private final RunContext run;
    private final Optional<LetterArchive> archive;

    /** Letters that go into the same folder of the archive. */
    private record Folder(Instant hour, String errorType) {}

    LetterRemoval(RunContext run, Optional<LetterArchive> archive) {
        this.run = run;
        this.archive = archive;
    }

    void removeAll() {
        if (archive.isEmpty()) removeWhole();
        for (LetterStatus status : STATUSES)
            run.forEachPage(
                    status,
                    PAGE,
                    page -> archive.map(LetterArchive::archiver)
                            .ifPresentOrElse(archiver -> archive(archiver, page), () -> remove(page)));
    }

    /** Only what need not be read may go this way, so nothing that belongs into an archive. */
    private void removeWhole() {
        Map<LetterStatus, ChannelTimes> times = new EnumMap<>(LetterStatus.class);
        for (LetterStatus status : STATUSES) times.put(status, run.times(status));
        removed(run.store().removeWhole(times));
    }

    private void archive(LetterArchiver archiver, List<DueLetter> page) {
        Map<Folder, List<DueLetter>> folders = new LinkedHashMap<>();
        for (DueLetter letter : page)
            folders.computeIfAbsent(
                            new Folder(letter.id().createdAt().truncatedTo(ChronoUnit.HOURS), letter.errorType()),
                            folder -> new ArrayList<>())
                    .add(letter);
        folders.forEach((folder, letters) -> {
            if (run.goesOn().getAsBoolean()) archive(archiver, folder.errorType(), letters);
        });
    }

    private void archive(LetterArchiver archiver, String errorType, List<DueLetter> letters) {
        FolderLetters source = new FolderLetters(run, letters);
        List<LetterId> ids = letters.stream().map(DueLetter::id).toList();
        LetterArchiver.Result result = archiver.archive(errorType, ids, source, run.counts()::problem);
        run.counts().archived += result.written();
        run.counts().objects += result.objects();
        run.counts().bytes += result.bytes();
        run.pace().begin();
        remove(source.handedOver(result.inArchive()));
    }

    private void remove(List<DueLetter> letters) {
        for (int from = 0; from < letters.size() && run.goesOn().getAsBoolean(); from += REMOVED_AT_ONCE) {
            List<DueLetter> some = letters.subList(from, Math.min(from + REMOVED_AT_ONCE, letters.size()));
            removed(run.store().remove(some).size());
            run.pace().betweenBatches();
        }
    }

    private void removed(int count) {
        run.counts().removed += count;
        if (count > 0) run.events().publish(() -> new RedriveEvent.Expired(count));
    }
}
