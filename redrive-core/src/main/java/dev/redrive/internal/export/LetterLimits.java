package dev.redrive.internal.export;

import dev.redrive.internal.text.CleanText;
import dev.redrive.internal.text.ShortName;
import dev.redrive.json.InvalidJson;
import dev.redrive.json.JsonFields;
import dev.redrive.letter.Payload;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How large the parts of a letter may be. */
public final class LetterLimits {
    /** The longest name that every store keeps in an index. */
    public static final int NAME = ShortName.LIMIT;

    public static final int NOTES = 4096;

    /** The longest key that every store can keep in an index, beside the longest channel. */
    static final int KEY = 1500;

    /** More than any letter is tried, and little enough for one line. */
    static final int ATTEMPTS = 10_000;

    /** How many tags a letter has at most. */
    public static final int TAGS = 64;

    private LetterLimits() {}

    /** Refuses a payload that is too large, with what can be done about it. */
    public static void checkPayload(String path, Payload payload, int limit, String remedy) {
        if (payload.size() > limit)
            throw InvalidJson.tooLarge(
                    path, path + " has " + payload.size() + " bytes, the limit is " + limit + "; " + remedy);
    }

    /** Reads the value as tags; null means none. */
    public static List<String> tags(JsonFields in) {
        List<String> tags = anyTags(in);
        if (tags.size() > TAGS) throw InvalidJson.field("tags", "a letter has at most " + TAGS + " tags");
        for (int i = 0; i < tags.size(); i++) if (tags.get(i).length() > NAME) throw notATag("tags[" + i + "]");
        return tags;
    }

    /** The same for capture, which shortens them, however long and however many. */
    public static List<String> anyTags(JsonFields in) {
        if (!in.enterArray("tags")) return List.of();
        List<String> tags = new ArrayList<>();
        while (in.nextElement()) {
            String path = "tags[" + tags.size() + "]";
            tags.add(tag(path, in.text(path)));
        }
        return tags;
    }

    /** One tag. */
    public static String tag(String path, @Nullable String tag) {
        if (tag == null || tag.isBlank() || tag.indexOf('\n') >= 0 || tag.indexOf('\r') >= 0) throw notATag(path);
        return CleanText.text(tag);
    }

    private static InvalidJson notATag(String path) {
        return InvalidJson.field(path, path + " must be one line of 1 to " + NAME + " characters");
    }
}
