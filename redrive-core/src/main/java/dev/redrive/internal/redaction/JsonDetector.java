package dev.redrive.internal.redaction;

import dev.redrive.json.Json;
import dev.redrive.json.JsonPath;
import dev.redrive.redaction.Redaction;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

/** Says of bytes and texts that are no JSON document whether a JSON document may be in them all the same. */
public final class JsonDetector {
    /** The end of a name or of a last value; in UTF-16 and UTF-32 too, once the zeros are gone. */
    private static final Pattern PART = Pattern.compile("\"[ \t\r\n]{0,64}[:}\\]]");

    private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/_\\s-]{8,}={0,2}\\s{0,4}");
    private static final int MOST_DOCUMENTS = 32;

    private JsonDetector() {}

    public static boolean mayHoldJson(byte[] bytes) {
        if (isCompressed(bytes)) return true;
        String text = new String(bytes, StandardCharsets.ISO_8859_1).replace("\0", "");
        return startsLikeJson(text) || PART.matcher(text).find() || isEncodedJson(text);
    }

    /** Compressed, or in base64: what is in it cannot be seen in its bytes. */
    public static boolean isPacked(byte[] bytes) {
        if (isCompressed(bytes)) return true;
        return isEncodedJson(new String(bytes, StandardCharsets.ISO_8859_1).replace("\0", ""));
    }

    /** After spaces, control characters and a byte order mark. */
    private static boolean startsLikeJson(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '{' || c == '[' || c == '"') return true;
            if (c > ' ' && c < 0x7f) return false;
        }
        return false;
    }

    /** gzip, zlib, zstd, lz4, bzip2, xz, zip and snappy: their content cannot be searched. */
    private static boolean isCompressed(byte[] b) {
        if (b.length < 4) return false;
        int two = (b[0] & 0xff) << 8 | (b[1] & 0xff);
        int four = two << 16 | (b[2] & 0xff) << 8 | (b[3] & 0xff);
        return two == 0x1f8b
                || two == 0x7801
                || two == 0x789c
                || two == 0x78da
                || four == 0x28b52ffd
                || four == 0x04224d18
                || (four & 0xffffff00) == 0x425a6800
                || four == 0xfd377a58
                || four == 0x504b0304
                || four == 0x82534e41
                || four == 0xff060000;
    }

    private static boolean isEncodedJson(String text) {
        if (!BASE64.matcher(text).matches()) return false;
        try {
            String plain = text.replaceAll("\\s", "").replace('-', '+').replace('_', '/');
            byte[] decoded = Base64.getDecoder().decode(plain);
            return isCompressed(decoded)
                    || startsLikeJson(new String(decoded, StandardCharsets.ISO_8859_1).replace("\0", ""));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** A document that is one string, in which another document stands. */
    public static boolean isTextThatHoldsJson(byte[] document) {
        String text = new String(document, StandardCharsets.UTF_8).strip();
        return text.startsWith("\"")
                && mayHoldJson(
                        JsonPath.text(text.getBytes(StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8));
    }

    /** Hides what is at the paths in every document that a text quotes; from one that is not whole on, all is hidden. */
    static String inQuotedDocuments(String text, List<JsonPath> paths, Json mask) {
        StringBuilder hidden = new StringBuilder(text.length());
        int copied = 0;
        int tries = 0;
        for (int at = next(text, 0); at >= 0; at = next(text, at)) {
            int end = tries++ < MOST_DOCUMENTS ? Json.endOf(text, at) : -1;
            if (end >= 0) {
                byte[] quoted = text.substring(at, end).getBytes(StandardCharsets.UTF_8);
                hidden.append(text, copied, at)
                        .append(new String(JsonPath.replaceAll(quoted, paths, mask), StandardCharsets.UTF_8));
                copied = end;
                at = end;
            } else if (PART.matcher(text).region(at, text.length()).find()) {
                return hidden.append(text, copied, at).append(Redaction.MASK).toString();
            } else {
                at++;
            }
        }
        return copied == 0 ? text : hidden.append(text, copied, text.length()).toString();
    }

    private static int next(String text, int from) {
        int object = text.indexOf('{', from);
        int array = text.indexOf('[', from);
        if (object < 0 || array < 0) return Math.max(object, array);
        return Math.min(object, array);
    }
}
