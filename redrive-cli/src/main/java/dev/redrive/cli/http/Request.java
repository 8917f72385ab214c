package dev.redrive.cli.http;

import dev.redrive.cli.json.JsonWriter;
import dev.redrive.cli.json.Value;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Something to ask of the server, put together step by step. */
public final class Request {
    /** Writes a body that is too long to be held. */
    public interface Body {
        void writeTo(OutputStream out) throws IOException;
    }

    private static final String JSON = "application/json";

    private final String method;
    private final StringBuilder path;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private boolean hasQuery;
    private byte @Nullable [] bytes;
    private @Nullable Body stream;

    private Request(String method, String path) {
        this.method = method;
        this.path = new StringBuilder(path);
        header("Accept", JSON);
    }

    public static Request get(String path) {
        return new Request("GET", path);
    }

    public static Request post(String path) {
        return new Request("POST", path);
    }

    public static Request put(String path) {
        return new Request("PUT", path);
    }

    public static Request patch(String path) {
        return new Request("PATCH", path);
    }

    public static Request delete(String path) {
        return new Request("DELETE", path);
    }

    public Request query(String name, String value) {
        path.append(hasQuery ? '&' : '?').append(name).append('=').append(encoded(value));
        hasQuery = true;
        return this;
    }

    /** A word of a path that may hold anything. */
    public static String encoded(String word) {
        return URLEncoder.encode(word, StandardCharsets.UTF_8).replace("+", "%20");
    }

    public Request header(String name, String value) {
        headers.put(name, value);
        return this;
    }

    public Request accept(String type) {
        return header("Accept", type);
    }

    public Request json(Value body) {
        return body(JSON, JsonWriter.compact(body).getBytes(StandardCharsets.UTF_8));
    }

    public Request body(String type, byte[] body) {
        bytes = body.clone();
        return header("Content-Type", type);
    }

    /** A body that is written while it is sent. */
    public Request body(String type, Body body) {
        stream = body;
        return header("Content-Type", type);
    }

    String method() {
        return method;
    }

    String path() {
        return path.toString();
    }

    Map<String, String> headers() {
        return headers;
    }

    byte @Nullable [] bytes() {
        return bytes;
    }

    @Nullable
    Body stream() {
        return stream;
    }
}
