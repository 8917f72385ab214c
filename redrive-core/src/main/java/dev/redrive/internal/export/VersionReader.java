package dev.redrive.internal.export;

import dev.redrive.json.InvalidJson;
import dev.redrive.json.JsonFields;
import dev.redrive.letter.Headers;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import dev.redrive.store.questions.Version;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the versions of an edited letter. */
final class VersionReader {
    private VersionReader() {}

    static List<Version> versions(JsonFields in, String path, int maxPayloadBytes) {
        List<Version> versions = new ArrayList<>();
        if (!in.enterArray(path)) return versions;
        int last = -1;
        while (in.nextElement()) {
            String at = path + "[" + versions.size() + "]";
            Version version = version(in, at, maxPayloadBytes);
            if (version.number() <= last)
                throw InvalidJson.field(
                        at + ".version",
                        at + ".version is " + version.number() + " after " + last + "; versions have growing numbers");
            last = version.number();
            versions.add(version);
        }
        return versions;
    }

    private static Version version(JsonFields in, String path, int maxPayloadBytes) {
        if (!in.isObject()) throw in.wrong(path, "an object");
        Integer number = null;
        Instant time = null;
        String by = null;
        String notes = null;
        RawJsonValue payload = null;
        String encoding = null;
        Headers headers = Headers.none();
        CompletenessFields completeness = new CompletenessFields();
        Priority priority = Priority.NORMAL;
        List<String> tags = List.of();
        while (in.nextField()) {
            String at = path + "." + in.name();
            switch (in.name()) {
                case "version" -> number = in.integer(at);
                case "timestamp" -> time = ExportedLetterReader.time(in, at);
                case "by" -> by = in.cleanText(at, LetterLimits.NAME);
                case "notes" -> notes = in.cleanText(at, LetterLimits.NOTES);
                case "payload" -> payload = RawJsonValue.read(in);
                case "payloadEncoding" -> encoding = in.text(at);
                case "headers" -> headers = HeaderReader.read(in, at);
                case CompletenessFields.COMPLETE -> completeness.complete(in);
                case CompletenessFields.BECAUSE -> completeness.because(in);
                case "priority" -> priority = ExportedLetterReader.priority(in, at);
                case "tags" -> tags = LetterLimits.tags(in);
                default -> in.skip();
            }
        }
        return new Version(
                given(path + ".version", number),
                given(path + ".timestamp", time),
                by,
                notes,
                bytes(path + ".payload", given(path + ".payload", payload), encoding, maxPayloadBytes),
                headers,
                completeness.completeness(),
                priority,
                tags);
    }

    private static <T> T given(String path, @Nullable T value) {
        if (value == null) throw InvalidJson.field(path, path + " is missing");
        return value;
    }

    private static Payload bytes(String path, RawJsonValue payload, @Nullable String encoding, int maxPayloadBytes) {
        Payload bytes = payload.decoded(path, encoding);
        LetterLimits.checkPayload(path, bytes, maxPayloadBytes, LetterDraft.TOO_LARGE);
        return bytes;
    }
}
