package dev.redrive.store.attributes;

import dev.redrive.internal.text.CleanText;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;

/**
 * A value of a letter under the name that {@link SearchPaths} give it. It is what an index can hold: a value that is longer
 * than {@value #LONGEST} characters is replaced by its digest, in letters and in questions alike, so that long values are
 * compared as a whole, too.
 */
public record Attribute(String name, String value) implements Comparable<Attribute> {
    public static final int LONGEST = 200;

    private static final Comparator<Attribute> ORDER =
            Comparator.comparing(Attribute::name).thenComparing(Attribute::value);

    public Attribute {
        value = value.length() > LONGEST ? digest(value) : CleanText.text(value);
    }

    private static String digest(String value) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(value.getBytes(StandardCharsets.UTF_8));
            return "sha256:" + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    @Override
    public int compareTo(Attribute other) {
        return ORDER.compare(this, other);
    }

    /** Without the value, which is part of a payload. */
    @Override
    public String toString() {
        return name + "=…";
    }
}
