package dev.redrive.retention;

import dev.redrive.letter.LetterStatus;
import dev.redrive.store.retention.RetentionRun;
import java.util.List;

/** The result of asking for a run of retention. */
public sealed interface RunResult {
    /** It ran here; {@link RetentionRun#problem()} says what it left out. */
    record Done(RetentionRun run) implements RunResult {}

    /** What a run would do now; nothing was changed. */
    record Preview(List<PreviewCount> letters, long held) implements RunResult {
        public Preview {
            letters = List.copyOf(letters);
        }

        public long total() {
            return letters.stream().mapToLong(PreviewCount::letters).sum();
        }
    }

    /** How many letters of one channel and status it would close, or archive and remove. */
    record PreviewCount(LetterStatus status, String channel, long letters) {}

    /** Another run is under way, on this node or another one. */
    record Busy(String node) implements RunResult {}
}
