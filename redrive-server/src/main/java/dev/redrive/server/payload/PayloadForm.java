package dev.redrive.server.payload;

import dev.redrive.json.Json;
import dev.redrive.letter.Payload;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;

/**
 * What the bytes of a payload are.
 *
 * @param words the same for people; the id of a schema too, when the bytes begin as a schema registry writes them
 */
public record PayloadForm(Kind kind, String words) {
    /** A magic byte of zero and four bytes of schema id stand before what a schema registry encoded. */
    private static final int SCHEMA_PREFIX = 5;

    /** Registries number schemas from 1, or from 100 000; a larger number is part of other bytes, such as 00 01 02 03 04. */
    private static final int LARGEST_SCHEMA = 9_999_999;

    /** Bytes of which all are checked; in JSON, those beyond ASCII stand in strings only, where each is as good as another. */
    static final int CHECKED = 256 * 1024;

    /** What can be done with it. */
    public enum Kind {
        ABSENT,
        EMPTY,
        JSON,
        TEXT,
        BINARY
    }

    public static PayloadForm of(Payload payload) {
        if (payload.isAbsent()) return new PayloadForm(Kind.ABSENT, "no value");
        if (payload.size() == 0) return new PayloadForm(Kind.EMPTY, "empty");
        if (!payload.isText()) return new PayloadForm(Kind.BINARY, binary(payload));
        return isJson(payload) ? new PayloadForm(Kind.JSON, "JSON") : new PayloadForm(Kind.TEXT, "text");
    }

    /** A long text is JSON when it begins and ends as such: to check all of it takes longer than to show a part. */
    private static boolean isJson(Payload payload) {
        String beginning = new String(payload.part(0, CHECKED), StandardCharsets.ISO_8859_1);
        if (payload.size() <= CHECKED) return Json.ifValid(beginning).isPresent();
        return Json.isBeginning(beginning) && JsonPass.isWhole(payload.bytes());
    }

    private static String binary(Payload payload) {
        OptionalInt schema = schema(payload);
        return schema.isPresent()
                ? "binary, begins like schema " + schema.getAsInt() + " of a registry (Confluent wire format)"
                : "binary";
    }

    /** The id of its schema in a registry; empty when it does not begin like one. */
    public static OptionalInt schema(Payload payload) {
        if (payload.size() <= SCHEMA_PREFIX) return OptionalInt.empty();
        ByteBuffer bytes = ByteBuffer.wrap(payload.part(0, SCHEMA_PREFIX));
        if (bytes.get() != 0) return OptionalInt.empty();
        int id = bytes.getInt();
        return id >= 1 && id <= LARGEST_SCHEMA ? OptionalInt.of(id) : OptionalInt.empty();
    }

    public boolean isText() {
        return kind == Kind.JSON || kind == Kind.TEXT;
    }

    public boolean hasBytes() {
        return kind != Kind.ABSENT && kind != Kind.EMPTY;
    }
}
