package dev.redrive.server.letters;

import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Header;
import dev.redrive.letter.Move;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Receipt;
import dev.redrive.letter.StackTrace;
import dev.redrive.server.pages.TimeText;
import dev.redrive.store.holds.LegalHold;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Everything on a letter's page. */
public record LetterView(
        DeadLetter letter,
        PayloadView payload,
        Optional<PayloadView> additional,
        List<HeaderRow> headers,
        List<StackTrace.Thrown> chain,
        List<AttemptRow> attempts,
        List<VersionRow> versions,
        Optional<LegalHold> hold,
        List<Action> actions) {

    /** A header; a value that is no text is shown as base64. */
    public record HeaderRow(String name, String value) {
        static HeaderRow of(Header header) {
            return new HeaderRow(header.name(), readable(header.value()));
        }
    }

    /** A try, newest first. */
    public record AttemptRow(
            int number,
            TimeText started,
            String took,
            String worker,
            String strategy,
            dev.redrive.letter.Attempt.Result result,
            Optional<String> errorType,
            String errorMessage) {}

    /** A version of an edited letter. */
    public record VersionRow(int number, TimeText time, String by, String notes, PayloadView payload) {}

    /** What can be done to a letter in its status. */
    public enum Action {
        RETRY(Move.CLAIM, "Retry now", true),
        CONFIRM(Move.CONFIRM, "Confirm", true),
        RESTORE(Move.RESTORE, "Restore", true),
        RESET(Move.RESET, "Reset", false),
        ARCHIVE(Move.ARCHIVE, "Archive", false),
        DISCARD(Move.DISCARD, "Discard", false);

        private final Move move;
        private final String title;
        private final boolean first;

        Action(Move move, String title, boolean first) {
            this.move = move;
            this.title = title;
            this.first = first;
        }

        Move move() {
            return move;
        }

        /** True when the letter goes out then, at once or by itself. */
        boolean sends() {
            return this == RETRY || this == RESET;
        }

        public String title() {
            return title;
        }

        /** True for the one that people usually want. */
        public boolean isFirst() {
            return first;
        }

        public String hint() {
            return switch (this) {
                case RETRY -> "Try it on this server and wait for the outcome";
                case CONFIRM -> "Its consumer processed it";
                case RESTORE -> "Take it out of the archive";
                case RESET -> "Retry count to zero and back into the queue";
                case ARCHIVE -> "Close it as resolved by hand";
                case DISCARD -> "Close it as not worth processing";
            };
        }
    }

    static String readable(Payload value) {
        return value.isText() ? value.text() : Base64.getEncoder().encodeToString(value.bytes());
    }

    /** How busy the machine was, if that was recorded. */
    public Optional<String> systemState() {
        return Optional.ofNullable(letter.message().additional().systemState())
                .map(state -> Math.round(state.cpuUsage() * 100) + " % CPU, " + Math.round(state.memoryUsage() * 100)
                        + " % memory");
    }

    public Optional<String> key() {
        return Optional.ofNullable(letter.message().origin().key()).map(LetterView::readable);
    }

    /** Why it is not sent although it is open, when part of it is missing. */
    public Optional<String> notWhole() {
        return letter.message().isWhole()
                ? Optional.empty()
                : Optional.of(letter.message().completeness().explanation());
    }

    public Optional<Instant> nextRetryAt() {
        return Optional.ofNullable(letter.state().nextRetryAt());
    }

    /** Where it stood on its broker, if it came from one. */
    public Optional<String> coordinates() {
        var origin = letter.message().origin();
        return Optional.ofNullable(origin.topic()).map(topic -> place(topic, origin.partition(), origin.offset()));
    }

    /** Where it is on its broker, until its processing is confirmed. */
    public Optional<String> sentTo() {
        return letter.receipt()
                .flatMap(Receipt::of)
                .map(sent -> place(sent.topic(), sent.partition(), sent.offset())
                        + (sent.group() == null ? withoutGroup() : " · group " + sent.group()));
    }

    private String withoutGroup() {
        return " · its consumer group is unknown, so it waits to be confirmed by hand"
                + (letter.ordered() ? ", and the next letters with its key wait behind it" : "");
    }

    private static String place(String topic, @Nullable Integer partition, @Nullable Long offset) {
        return topic
                + (partition == null ? "" : " · partition " + partition)
                + (offset == null ? "" : " · offset " + offset);
    }
}
