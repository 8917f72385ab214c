package dev.redrive.server.json;

import dev.redrive.server.web.Problem;
import dev.redrive.text.Utf8;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import java.util.function.Consumer;
import org.springframework.http.MediaType;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/** JSON token by token, with no Java class looked into, so that nothing is rounded, renamed or left out on the way. */
public final class JsonStreams {
    /** As deep as the rest of the product reads. */
    public static final int MAX_DEPTH = 512;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .disable(StreamWriteFeature.FLUSH_PASSED_TO_STREAM)
            .build();

    private JsonStreams() {}

    /** Refuses what is not UTF-8; the byte offsets of its locations count from {@code from}. */
    public static JsonParser parser(byte[] text, int from, int length) {
        int bad = firstBad(text, from, from + length);
        if (bad >= 0)
            throw Problem.badRequest(
                    "the text is not UTF-8: byte " + (bad - from) + " belongs to no character; a payload that is not"
                            + " text travels as base64 with payloadEncoding \"base64\"");
        return FACTORY.createParser(ObjectReadContext.empty(), text, from, length);
    }

    /** The first byte that belongs to no character or is NUL, which no JSON has and Jackson takes for a sign of UTF-16. */
    private static int firstBad(byte[] text, int from, int end) {
        int invalid = Utf8.firstInvalid(text, from, end);
        int valid = invalid < 0 ? end : invalid;
        for (int at = from; at < valid; at++) {
            if (text[at] == 0) return at;
        }
        return invalid;
    }

    public static JsonGenerator generator(OutputStream out) {
        return FACTORY.createGenerator(ObjectWriteContext.empty(), out);
    }

    public static Problem malformed(JacksonException e) {
        TokenStreamLocation at = e.getLocation();
        String where = at == null ? "" : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
        return Problem.badRequest(
                "this is not the JSON it should be: " + Objects.requireNonNullElse(e.getOriginalMessage(), "") + where);
    }

    /** Answers with JSON. Nothing of it is kept in memory longer than it takes to send. */
    public static void answer(HttpServletResponse response, int status, Consumer<JsonGenerator> content)
            throws IOException {
        response.setStatus(status);
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        try (JsonGenerator out = generator(response.getOutputStream())) {
            content.accept(out);
        }
    }

    /** Writes one line of {@code application/x-ndjson}. */
    public static void line(OutputStream out, Consumer<JsonGenerator> content) throws IOException {
        try (JsonGenerator json = generator(out)) {
            content.accept(json);
        }
        out.write('\n');
    }
}
