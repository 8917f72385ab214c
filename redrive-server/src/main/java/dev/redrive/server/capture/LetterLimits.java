package dev.redrive.server.capture;

import dev.redrive.letter.Payload;
import dev.redrive.server.json.JsonFields;
import dev.redrive.server.web.Problem;
import dev.redrive.text.CleanText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How large the parts of a letter may be. */
public final class LetterLimits {
    /** As many characters as the documents this product was asked for in give to a name. */
    public static final int NAME = 255;

    static final int TAGS = 64;
    public static final int NOTES = 4096;

    private LetterLimits() {}

    public static void checkPayload(String path, Payload payload, int limit) {
        if (payload.size() > limit)
            throw Problem.tooLarge(path + " has " + payload.size() + " bytes, the limit is " + limit
                            + "; raise the limit, or keep the payload elsewhere and capture a reference")
                    .with("field", path);
    }

    /** Reads the value as tags; null means none. */
    public static List<String> tags(JsonFields in) {
        if (!in.enterArray("tags")) return List.of();
        List<String> tags = new ArrayList<>();
        while (in.nextElement()) {
            String path = "tags[" + tags.size() + "]";
            if (tags.size() == TAGS) throw Problem.badField("tags", "a letter has at most " + TAGS + " tags");
            tags.add(tag(path, in.text(path, NAME)));
        }
        return tags;
    }

    private static String tag(String path, @Nullable String tag) {
        if (tag == null || tag.isBlank() || tag.indexOf('\n') >= 0 || tag.indexOf('\r') >= 0)
            throw Problem.badField(path, path + " must be one line of 1 to " + NAME + " characters");
        return CleanText.text(tag);
    }
}
