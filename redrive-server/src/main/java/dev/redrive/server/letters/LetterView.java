package dev.redrive.server.letters;

import dev.redrive.internal.text.ShortText;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Header;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Receipt;
import dev.redrive.letter.StackTrace;
import dev.redrive.server.pages.TimeText;
import dev.redrive.server.payload.JsonTree;
import dev.redrive.server.payload.PayloadForm;
import dev.redrive.server.payload.PayloadSearch;
import dev.redrive.server.payload.PayloadWindow;
import dev.redrive.store.holds.LegalHold;
import dev.redrive.transform.letter.Difference;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Everything on a letter's page.
 *
 * @param actions all of them, each with what is in its way
 * @param noTarget how to give its channel a target, when it has none here
 * @param hasSchema true when payloads of its channel are checked against a schema
 * @param audit empty for callers that may not see the audit log
 */
public record LetterView(
        DeadLetter letter,
        PayloadPart payload,
        Optional<PayloadView> additional,
        HeaderPart headers,
        List<StackTrace.Thrown> chain,
        AttemptPart attempts,
        List<VersionRow> versions,
        Optional<LegalHold> hold,
        List<ActionRow> actions,
        StateDiagram diagram,
        Optional<String> noTarget,
        boolean hasSchema,
        Optional<SequencePart> sequence,
        CurlPart curl,
        Optional<List<AuditRow>> audit) {

    /** An action, and why it cannot be done; empty when it can. */
    public record ActionRow(LetterAction action, Optional<String> reason) {
        public boolean isPossible() {
            return reason.isEmpty();
        }
    }

    /** How the payload is shown. */
    public enum Look {
        TREE,
        RAW,
        HEX
    }

    /**
     * The payload, or a part of it.
     *
     * @param tree for JSON that is shown as a tree
     * @param window what is shown of text or bytes
     */
    public record PayloadPart(
            PayloadForm form,
            int size,
            Look look,
            List<Look> looks,
            Optional<JsonTree.Node> tree,
            Optional<PayloadWindow> window,
            Optional<PayloadSearch> search) {}

    /** Some of the headers, which may be very many. */
    public record HeaderPart(List<HeaderRow> rows, int from, int count) {
        public boolean hasMore() {
            return to() < count;
        }

        public int to() {
            return from + rows.size();
        }
    }

    /** A header; a value that is no text is shown as base64, and of a very long one the beginning. */
    public record HeaderRow(String name, String value, boolean isWhole) {
        private static final int LONGEST = 4_000;

        static HeaderRow of(Header header) {
            String value = readable(header.value());
            return new HeaderRow(header.name(), ShortText.withDots(value, LONGEST), value.length() <= LONGEST);
        }
    }

    /** Some of the tries, newest first. */
    public record AttemptPart(List<AttemptRow> rows, int from, int count) {
        public boolean hasMore() {
            return to() < count;
        }

        public int to() {
            return from + rows.size();
        }
    }

    /** A try. */
    public record AttemptRow(
            int number,
            TimeText started,
            String took,
            String worker,
            String strategy,
            dev.redrive.letter.Attempt.Result result,
            Optional<ErrorRow> error) {}

    /**
     * The error of a try.
     *
     * @param isSame true when the try before failed in the same way, or the letter itself
     */
    public record ErrorRow(String type, boolean isSameType, TextChange message, boolean isSame) {}

    /** A version of an edited letter, with what it changed in the one before. */
    public record VersionRow(
            int number,
            TimeText time,
            String by,
            String notes,
            int size,
            Optional<PayloadView> payload,
            List<Difference> changes) {}

    /** The letters around it in its ordered sequence. */
    public record SequencePart(
            Optional<Neighbour> before, Optional<Neighbour> after, Optional<LetterId> blockedBy, String key) {}

    /** A letter of the same sequence. */
    public record Neighbour(LetterId id, LetterStatus status, TimeText captured, String error) {}

    /** Commands to copy; empty where there is none. */
    public record CurlPart(Optional<String> capture, Optional<String> send) {}

    /** A line of the audit log about it. */
    public record AuditRow(long number, TimeText at, String by, String role, String action) {}

    static String readable(Payload value) {
        return value.isText() ? value.text() : Base64.getEncoder().encodeToString(value.bytes());
    }

    public Optional<ActionRow> action(LetterAction action) {
        return actions.stream().filter(row -> row.action() == action).findFirst();
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
