package dev.redrive.server.json;

import dev.redrive.json.InvalidJson;
import dev.redrive.json.JsonFields;
import dev.redrive.json.JsonOutput;
import dev.redrive.server.web.Problem;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Consumer;
import java.util.function.Function;
import org.springframework.http.MediaType;

/** Requests and answers as JSON, value by value, so that nothing is rounded, renamed or left out on the way. */
public final class JsonStreams {
    private JsonStreams() {}

    public static <T> T read(byte[] text, Function<JsonFields, T> reading) {
        return read(text, 0, text.length, reading);
    }

    /** Reads a part of the bytes; what is not as it should be is a {@link Problem}. */
    public static <T> T read(byte[] text, int from, int length, Function<JsonFields, T> reading) {
        try {
            return JsonFields.read(text, from, length, reading);
        } catch (InvalidJson e) {
            throw Problem.of(e);
        }
    }

    /** Answers with JSON. Nothing of it is kept in memory longer than it takes to send. */
    public static void answer(HttpServletResponse response, int status, Consumer<JsonOutput> content)
            throws IOException {
        answer(response, status, MediaType.APPLICATION_JSON_VALUE, content);
    }

    public static void answer(HttpServletResponse response, int status, String type, Consumer<JsonOutput> content)
            throws IOException {
        response.setStatus(status);
        response.setContentType(type);
        write(response.getOutputStream(), content);
    }

    /** Writes one line of {@code application/x-ndjson}. */
    public static void line(OutputStream out, Consumer<JsonOutput> content) throws IOException {
        write(out, content);
        out.write('\n');
    }

    private static void write(OutputStream out, Consumer<JsonOutput> content) {
        JsonOutput json = new JsonOutput(out);
        content.accept(json);
        json.flush();
    }
}
