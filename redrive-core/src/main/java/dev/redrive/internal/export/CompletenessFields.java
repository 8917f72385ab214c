package dev.redrive.internal.export;

import dev.redrive.json.InvalidJson;
import dev.redrive.json.JsonFields;
import dev.redrive.letter.Completeness;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The fields that say whether a payload is whole: {@code payloadComplete} and {@code incompleteBecause}. */
public final class CompletenessFields {
    public static final String COMPLETE = "payloadComplete";
    public static final String BECAUSE = "incompleteBecause";

    private @Nullable Boolean complete;
    private @Nullable Completeness because;

    public void complete(JsonFields in) {
        complete = in.bool(COMPLETE);
    }

    public void because(JsonFields in) {
        String word = in.text(BECAUSE, LetterLimits.NAME);
        because = word == null ? null : reason(word);
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
        if (because != null) return because;
        return Boolean.FALSE.equals(complete) ? Completeness.CUT : Completeness.WHOLE;
    }
}
