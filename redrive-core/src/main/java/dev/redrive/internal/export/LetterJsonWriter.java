package dev.redrive.internal.export;

import dev.redrive.json.JsonOutput;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Headers;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.letter.OriginalEvent;
import dev.redrive.letter.Sealed;
import dev.redrive.letter.SystemState;
import dev.redrive.store.questions.Version;
import dev.redrive.store.questions.WholeLetter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes whole letters as JSON. A payload that is JSON stands in it byte for byte, so that no digit is lost. */
public final class LetterJsonWriter {
    private final JsonOutput out;
    private final LetterFieldsWriter fields;

    public LetterJsonWriter(JsonOutput out) {
        this(out, false);
    }

    private LetterJsonWriter(JsonOutput out, boolean inOneLine) {
        this.out = out;
        this.fields = new LetterFieldsWriter(out, inOneLine);
    }

    /** Writes a letter without versions and sealed values as one line, as {@link ExportedLetterReader} reads it. */
    public static void line(OutputStream to, DeadLetter letter) throws IOException {
        line(to, new WholeLetter(letter.with(letter.message().with(Sealed.nothing())), List.of()));
    }

    /** The line for a copy elsewhere: sealed values stay here, so a letter that has some is not whole there. */
    public static void exportLine(OutputStream to, WholeLetter whole) throws IOException {
        Message message = whole.letter().message();
        if (message.sealed().isEmpty()) {
            line(to, whole);
        } else {
            Message copy = message.with(Sealed.nothing());
            line(to, whole.with(whole.letter().with(copy.isWhole() ? copy.with(Completeness.REMOVED) : copy)));
        }
    }

    /** The line with versions and sealed values, so that nothing of the letter is missing. */
    public static void line(OutputStream to, WholeLetter letter) throws IOException {
        JsonOutput out = new JsonOutput(to);
        try {
            new LetterJsonWriter(out, true).whole(letter);
            out.flush();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        to.write('\n');
    }

    /** Nobody who looks at a letter gets its sealed values, so only whole letters have them. */
    private void whole(WholeLetter whole) {
        Sealed sealed = whole.letter().message().sealed();
        out.startObject();
        members(whole.letter());
        if (!whole.versions().isEmpty()) versions(whole.versions());
        if (!sealed.isEmpty()) out.base64("sealed", sealed.bytes());
        out.endObject();
    }

    private void versions(List<Version> versions) {
        out.startArray("versions");
        versions.forEach(fields::version);
        out.endArray();
    }

    public void letter(DeadLetter letter) {
        letter(letter, () -> {});
    }

    /** Writes a letter, and members that only some answers have. */
    public void letter(DeadLetter letter, Runnable more) {
        out.startObject();
        members(letter);
        more.run();
        out.endObject();
    }

    private void members(DeadLetter letter) {
        out.text("id", letter.id().toString());
        out.text("eventId", letter.eventId());
        out.text("subscriberId", letter.message().subscriberId());
        out.text("channel", letter.channel());
        event(letter);
        out.name("error");
        fields.failure(letter.failure());
        out.name("lastError");
        fields.failure(letter.lastFailure());
        attempts(letter.attempts());
        origin(letter.message().origin(), letter.message().headers());
        out.text("causeId", letter.cause().toString());
        out.text("lastCauseId", letter.lastCause().toString());
        out.text("priority", letter.priority().name());
        fields.tags(letter.tags());
        out.bool("ordered", letter.ordered());
        out.text("idempotencyKey", letter.idempotencyKey());
        out.number("payloadSize", letter.payload().size());
        fields.completeness(letter.message().completeness());
        fields.state(letter.id(), letter.state());
        out.number("dlqRetryCount", letter.dlqRetryCount());
        metadata(letter.message().additional().systemState());
        fields.json("additional", letter.message().additional().members());
    }

    private void event(DeadLetter letter) {
        OriginalEvent event = letter.message().event();
        out.startObject("originalEvent");
        out.text("eventId", letter.instanceId());
        out.text("pattern", event.pattern());
        out.text("version", event.version());
        out.startObject("source");
        out.text("type", event.source().type());
        out.text("id", event.source().id());
        out.text("name", event.source().name());
        out.endObject();
        out.time("timestamp", event.timestamp());
        fields.payload(letter.payload());
        fields.json("metadata", event.metadata());
        out.endObject();
    }

    private void attempts(List<Attempt> attempts) {
        out.startArray("retryHistory");
        attempts.forEach(fields::attempt);
        out.endArray();
    }

    private void origin(Origin origin, Headers headers) {
        out.startObject("origin");
        out.text("topic", origin.topic());
        fields.number("partition", origin.partition());
        fields.number("offset", origin.offset());
        fields.key(origin.key());
        fields.headers(headers);
        out.time("timestamp", origin.timestamp());
        out.text("consumerGroupId", origin.consumerGroupId());
        out.text("sourceService", origin.sourceService());
        out.endObject();
    }

    private void metadata(@Nullable SystemState state) {
        out.startObject("metadata");
        if (state == null) {
            out.nullValue("systemState");
        } else {
            out.startObject("systemState");
            out.number("cpuUsage", state.cpuUsage());
            out.number("memoryUsage", state.memoryUsage());
            out.endObject();
        }
        out.endObject();
    }
}
