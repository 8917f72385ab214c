package dev.redrive.internal.cause;

import dev.redrive.internal.text.ShortName;
import dev.redrive.json.Json;
import dev.redrive.json.JsonMembers;
import dev.redrive.letter.Failure;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shortens type and code of a failure; the whole ones are in its context then. */
public final class FailureNames {
    /** The member of a context, or of what stands beside a letter, that has the whole of what was shortened. */
    public static final String WHOLE = "redriveCut";

    private static final String NOT_AN_OBJECT = "context";

    private FailureNames() {}

    /** The failure itself when both fit. */
    public static Failure fitting(Failure failure) {
        return fits(failure.type()) && fits(failure.code()) ? failure : shortened(failure);
    }

    private static boolean fits(@Nullable String name) {
        return name == null || name.length() <= ShortName.LIMIT;
    }

    private static Failure shortened(Failure failure) {
        Map<String, String> whole = new LinkedHashMap<>();
        String type = failure.type();
        String code = failure.code();
        if (!fits(type)) whole.put("type", type);
        if (code != null && !fits(code)) whole.put("code", code);
        return new Failure(
                ShortName.group(type),
                code == null ? null : ShortName.group(code),
                failure.message(),
                failure.stackTrace(),
                JsonMembers.withFree(object(failure.context()), WHOLE, whole),
                failure.category(),
                failure.retryability());
    }

    private static Json object(Json context) {
        return context.text().strip().startsWith("{") ? context : Json.object(Map.of(NOT_AN_OBJECT, context));
    }
}
