package dev.redrive.internal.archive;

import dev.redrive.archive.Archive;
import dev.redrive.archive.ArchiveObject;
import dev.redrive.internal.archive.ArchivedCopies.Copy;
import dev.redrive.letter.LetterId;
import dev.redrive.store.questions.WholeLetter;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Writes letters into the archive. A letter is in the archive when its line was read back and is right; a line that is there
 * already, of a run that was cut off, is not written again, and an older line about the same letter is removed.
 */
public final class LetterArchiver {
    private final Archive archive;
    private final IndexCache indexes;
    private final ArchiveLines lines;
    private final ObjectPublisher publisher;
    private final ObjectRewriter rewriter;

    LetterArchiver(
            Archive archive,
            IndexCache indexes,
            ArchiveLines lines,
            ObjectPublisher publisher,
            ObjectRewriter rewriter) {
        this.archive = archive;
        this.indexes = indexes;
        this.lines = lines;
        this.publisher = publisher;
        this.rewriter = rewriter;
    }

    /** Letters of one folder, to be handed over in parts. */
    public interface Source {
        /** The next letters; none when all were handed over. */
        List<WholeLetter> next();
    }

    /**
     * What came of writing letters of one folder.
     *
     * @param inArchive the letters that are in the archive now as they were handed over
     * @param written how many of them were not there before
     * @param objects how many objects were written for that
     */
    public record Result(Set<LetterId> inArchive, long written, int objects, long bytes) {}

    /**
     * Writes letters that were captured in one hour with one type of error.
     *
     * @param letters the ids of all letters that the source may hand over
     * @param problems is told about objects of the folder that cannot be read, and letters that cannot be written
     */
    public Result archive(String errorType, List<LetterId> letters, Source source, Consumer<String> problems) {
        String folder = ObjectKey.folder(letters.get(0), errorType);
        ObjectReader reader = new ObjectReader(archive, indexes);
        ArchivedCopies copies = ArchivedCopies.in(archive, reader, folder, letters, problems);
        try (Run run = new Run(folder, errorType, copies, problems)) {
            for (List<WholeLetter> some = source.next(); !some.isEmpty(); some = source.next()) some.forEach(run::add);
            return run.end();
        }
    }

    /** One folder being written. */
    private final class Run implements AutoCloseable {
        private final String folder;
        private final String errorType;
        private final ArchivedCopies copies;
        private final Consumer<String> problems;
        private final Set<LetterId> inArchive = new HashSet<>();
        private final Set<LetterId> inDraft = new HashSet<>();
        private final Map<ArchiveObject, Set<LetterId>> outdated = new LinkedHashMap<>();
        private ObjectDraft draft;
        private long written;
        private int objects;
        private long bytes;

        Run(String folder, String errorType, ArchivedCopies copies, Consumer<String> problems) {
            this.folder = folder;
            this.errorType = errorType;
            this.copies = copies;
            this.problems = problems;
            this.draft = new ObjectDraft(errorType, Optional.empty());
        }

        void add(WholeLetter letter) {
            LetterId id = letter.letter().id();
            byte[] line = ArchiveLines.write(letter);
            Optional<String> problem = lines.problem(line);
            if (problem.isPresent()) {
                problems.accept("letter " + id + " is not archived: " + problem.get());
            } else if (isThere(id, line)) {
                inArchive.add(id);
            } else {
                draft.add(letter.letter(), line);
                inDraft.add(id);
                if (draft.isFull()) put();
            }
        }

        /** Whether one copy has the same bytes; all others are outdated. */
        private boolean isThere(LetterId id, byte[] line) {
            List<Copy> known = copies.of(id);
            if (known.isEmpty()) return false;
            ByteBuffer digest = ArchivedCopies.digest(line, 0, line.length - 1);
            Optional<ArchiveObject> good = known.stream()
                    .filter(copy -> copy.digest().equals(digest))
                    .map(Copy::object)
                    .findFirst();
            for (Copy copy : known)
                // Writing an object anew removes all lines about a letter, so that with the right one must stay as it
                // is.
                if (!good.equals(Optional.of(copy.object())))
                    outdated.computeIfAbsent(copy.object(), object -> new HashSet<>())
                            .add(id);
            return good.isPresent();
        }

        private void put() {
            bytes += draft.put(publisher, folder).size();
            draft.close();
            draft = new ObjectDraft(errorType, Optional.empty());
            written += inDraft.size();
            objects++;
            inArchive.addAll(inDraft);
            inDraft.clear();
        }

        Result end() {
            if (!draft.isEmpty()) put();
            outdated.forEach(this::removeLines);
            return new Result(inArchive, written, objects, bytes);
        }

        private void removeLines(ArchiveObject object, Set<LetterId> letters) {
            try {
                rewriter.rewrite(
                        object,
                        letter -> Optional.of(letter)
                                .filter(l -> !letters.contains(l.letter().id())));
            } catch (DamagedObject e) {
                problems.accept(e.getMessage() + "; older lines about " + letters.size() + " letters stay in it");
            }
        }

        @Override
        public void close() {
            draft.close();
        }
    }
}
