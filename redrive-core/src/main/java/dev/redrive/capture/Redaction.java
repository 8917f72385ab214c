package dev.redrive.capture;

import dev.redrive.letter.Additional;
import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import dev.redrive.text.Glob;
import dev.redrive.text.Json;
import dev.redrive.text.JsonPath;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What must never be stored: values inside JSON payloads, and headers by name. Applied before a letter is written, so
 * what is hidden cannot be brought back.
 *
 * <p>Only a payload that is one whole JSON document can be looked into. Anything else (plain text, Avro, JSON cut off
 * in the middle or nested deeper than 512) is left as it is.
 */
public record Redaction(List<JsonPath> paths, List<Glob> headers) {
    /** What stands in place of a hidden value. */
    public static final String MASK = "***";

    private static final Json MASK_AS_JSON = Json.of(Json.quote(MASK));
    private static final Redaction NONE = new Redaction(List.of(), List.of());

    public Redaction {
        paths = List.copyOf(paths);
        headers = headers.stream()
                .map(glob -> new Glob(lowerCase(glob.pattern())))
                .toList();
    }

    public static Redaction none() {
        return NONE;
    }

    public static Redaction of(List<String> jsonPaths, List<String> headerNames) {
        return new Redaction(
                jsonPaths.stream().map(JsonPath::of).toList(),
                headerNames.stream().map(Glob::new).toList());
    }

    /** What starts with {@code $} is a path into the payload, the rest are header names. */
    public static Redaction hiding(String... pathsOrHeaders) {
        List<String> all = Arrays.asList(pathsOrHeaders);
        return of(
                all.stream().filter(Redaction::isPath).toList(),
                all.stream().filter(rule -> !isPath(rule)).toList());
    }

    private static boolean isPath(String rule) {
        return rule.startsWith("$");
    }

    /** The same array when there is nothing to hide; otherwise a copy in which only the hidden values differ. */
    public byte[] redact(byte[] payload) {
        return JsonPath.replaceAll(payload, paths, MASK_AS_JSON);
    }

    /** The same message when there is nothing to hide in it. */
    Message redact(Message message) {
        if (paths.isEmpty() && headers.isEmpty()) return message;
        byte[] payload = message.payload().bytes();
        byte[] hidden = redact(payload);
        Message result = hidden == payload ? message : message.with(Payload.of(hidden));
        result = result.with(redact(result.additional()));
        if (headers.isEmpty()) return result;
        return result.with(new Headers(message.headers().list().stream()
                .map(header -> hides(header.name()) ? Header.of(header.name(), MASK) : header)
                .toList()));
    }

    /** The same places as in the payload: a sender that says more may say the same things there. */
    private Additional redact(Additional additional) {
        byte[] members = additional.members().text().getBytes(StandardCharsets.UTF_8);
        byte[] hidden = redact(members);
        return hidden == members ? additional : additional.with(Json.of(new String(hidden, StandardCharsets.UTF_8)));
    }

    /** Upper and lower case make no difference: HTTP headers have none. */
    public boolean hides(String headerName) {
        if (headers.isEmpty()) return false;
        String name = lowerCase(headerName);
        return headers.stream().anyMatch(header -> header.matches(name));
    }

    private static String lowerCase(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
