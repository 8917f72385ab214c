package dev.redrive.server.letters;

import dev.redrive.internal.export.HeaderReader;
import dev.redrive.internal.export.LetterLimits;
import dev.redrive.internal.export.RawJsonValue;
import dev.redrive.json.JsonFields;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.Headers;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import dev.redrive.server.capture.LetterReader;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.web.Problem;
import dev.redrive.store.decisions.Edit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the changes to a letter. A payload replaces the whole one. */
final class EditBody {
    private static final List<String> KNOWN =
            List.of("payload", "payloadEncoding", "headers", "priority", "tags", "notes");

    private @Nullable RawJsonValue payload;
    private @Nullable String payloadEncoding;
    private @Nullable Headers headers;
    private @Nullable Priority priority;
    private @Nullable List<String> tags;
    private @Nullable String notes;

    private EditBody() {}

    static Edit read(byte[] body, int maxPayloadBytes, String by) {
        return JsonStreams.read(body, in -> read(in).finish(maxPayloadBytes, by));
    }

    private static EditBody read(JsonFields in) {
        if (!in.isObject()) throw Problem.badRequest("the body must be a JSON object");
        EditBody edit = new EditBody();
        Set<String> seen = new HashSet<>();
        while (in.nextField()) {
            if (!seen.add(in.name()))
                throw Problem.badField(in.name(), in.name() + " is given twice in the same object");
            edit.field(in);
        }
        return edit;
    }

    private void field(JsonFields in) {
        switch (in.name()) {
            case "payload" -> payload = RawJsonValue.read(in);
            case "payloadEncoding" -> payloadEncoding = in.text("payloadEncoding", LetterLimits.NAME);
            case "headers" -> headers = HeaderReader.read(in, "headers");
            case "priority" -> priority = LetterReader.priority(in, "priority");
            case "tags" -> tags = LetterLimits.tags(in);
            case "notes" -> notes = in.cleanText("notes", LetterLimits.NOTES);
            default -> throw FilterWords.unknown(in.name(), KNOWN);
        }
    }

    private Edit finish(int maxPayloadBytes, String by) {
        Payload decoded = payload == null ? null : payload.decoded("payload", payloadEncoding);
        if (decoded != null) LetterReader.checkPayload("payload", decoded, maxPayloadBytes);
        Completeness whole = decoded == null ? null : Completeness.WHOLE;
        Edit edit = new Edit(decoded, headers, whole, null, priority, tags, notes, by);
        if (edit.equals(new Edit(null, null, null, null, null, null, null, by)))
            throw Problem.badRequest("there is nothing to change; give at least one of " + String.join(", ", KNOWN));
        return edit;
    }
}
