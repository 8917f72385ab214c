package dev.redrive.internal.export;

import dev.redrive.json.InvalidJson;
import dev.redrive.json.JsonFields;
import dev.redrive.letter.Completeness;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The fields that say whether a payload is whole: {@code payloadComplete} and {@code incompleteBecause}, or
 * {@code payloadTruncated} in a {@code DlqRecord}.
 */
public final class CompletenessFields {
    public static final String COMPLETE = "payloadComplete";
    public static final String BECAUSE = "incompleteBecause";
    public static final String TRUNCATED = "payloadTruncated";

    private @Nullable Boolean complete;
    private @Nullable Completeness because;
    private @Nullable Boolean truncated;

    public void complete(JsonFields in) {
        complete = in.bool(COMPLETE);
    }

    public void because(JsonFields in) {
        String word = in.text(BECAUSE, LetterLimits.NAME);
        because = word == null ? null : reason(word);
    }

    public void truncated(JsonFields in) {
        truncated = in.bool(TRUNCATED);
    }

    /** Null when it was not said. */
    public @Nullable Boolean truncated() {
        return truncated;
    }

    private static Completeness reason(String word) {
        for (Completeness one : Completeness.values())
            if (one.reason().filter(word.toLowerCase(Locale.ROOT)::equals).isPresent()) return one;
        throw InvalidJson.field(BECAUSE, BECAUSE + " must be one of cut, removed");
    }

    /** An incomplete payload without a reason counts as cut. */
    public Completeness completeness() {
        if (because != null && Boolean.TRUE.equals(complete))
            throw InvalidJson.field(BECAUSE, BECAUSE + " is given, but " + COMPLETE + " is true; one of them is wrong");
        boolean isCut = Boolean.TRUE.equals(truncated);
        if (isCut && Boolean.TRUE.equals(complete))
            throw InvalidJson.field(
                    TRUNCATED, TRUNCATED + " is true, and " + COMPLETE + " is true; one of them is wrong");
        if (because != null) return because;
        return isCut || Boolean.FALSE.equals(complete) ? Completeness.CUT : Completeness.WHOLE;
    }
}
