package dev.redrive.server.letters;

import dev.redrive.internal.export.LetterFieldsWriter;
import dev.redrive.internal.export.LetterJsonWriter;
import dev.redrive.json.JsonOutput;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Message;
import dev.redrive.letter.Summary;
import dev.redrive.server.access.Masking;
import dev.redrive.store.questions.Version;

/** Writes letters and what belongs to them as a caller may see them. */
public final class LetterJson {
    private final JsonOutput out;
    private final Masking masking;
    private final LetterFieldsWriter fields;

    public LetterJson(JsonOutput out, Masking masking) {
        this.out = out;
        this.masking = masking;
        this.fields = new LetterFieldsWriter(out);
    }

    /** Writes a letter, and members that only some answers have. */
    public void letter(DeadLetter letter, Runnable more) {
        new LetterJsonWriter(out).letter(masking.shown(letter), more);
    }

    void attempt(Attempt attempt) {
        fields.attempt(masking.shown(attempt));
    }

    /** The same names in the same places as in the whole letter, without what a list does not know. */
    void summary(Summary hidden) {
        summary(hidden, () -> {});
    }

    public void summary(Summary hidden, Runnable more) {
        Summary letter = masking.shown(hidden);
        out.startObject();
        out.text("id", letter.id().toString());
        out.text("eventId", letter.eventId());
        out.text("subscriberId", letter.subscriberId());
        out.text("channel", letter.channel());
        out.startObject("originalEvent");
        out.text("eventId", letter.instanceId());
        out.text("pattern", letter.pattern());
        out.endObject();
        reason(
                "error",
                new Summary.Reason(
                        letter.errorType(),
                        letter.errorCode(),
                        letter.errorMessage(),
                        letter.category(),
                        letter.retryability()));
        reason("lastError", letter.lastError());
        out.startObject("origin");
        fields.key(letter.key());
        out.endObject();
        out.text("causeId", letter.cause().toString());
        out.text("lastCauseId", letter.lastCause().toString());
        out.text("priority", letter.priority().name());
        fields.tags(letter.tags());
        out.number("payloadSize", letter.payloadSize());
        fields.completeness(letter.completeness());
        fields.state(letter.id(), letter.state());
        more.run();
        out.endObject();
    }

    private void reason(String name, Summary.Reason reason) {
        out.startObject(name);
        out.text("message", reason.message());
        out.text("type", reason.type());
        out.text("code", reason.code());
        out.text("category", reason.category().name());
        out.text("retryability", reason.retryability().word());
        out.endObject();
    }

    void version(Version version) {
        out.startObject();
        out.number("version", version.number());
        out.time("timestamp", version.time());
        out.text("by", version.by());
        out.text("notes", masking.notes(version.notes()));
        fields.payload(masking.shown(version.payload()));
        fields.headers(version.headers());
        fields.completeness(version.completeness());
        out.text("priority", version.priority().name());
        fields.tags(version.tags());
        out.endObject();
    }

    /** What is sent of a letter. */
    public void message(Message message) {
        out.startObject();
        fields.payload(masking.shown(message.payload()));
        fields.headers(message.headers());
        out.endObject();
    }
}
