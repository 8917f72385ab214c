package dev.redrive.json;

import org.jspecify.annotations.Nullable;

/** A JSON text that is not what its reader expects. Carries no stack trace, because such texts are ordinary. */
public final class InvalidJson extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final @Nullable String field;
    private final boolean tooLarge;

    private InvalidJson(@Nullable String field, boolean tooLarge, String message) {
        super(message, null, false, false);
        this.field = field;
        this.tooLarge = tooLarge;
    }

    public static InvalidJson text(String message) {
        return new InvalidJson(null, false, message);
    }

    public static InvalidJson field(String field, String message) {
        return new InvalidJson(field, false, message);
    }

    /** A field that is as it should be, and larger than it may be. */
    public static InvalidJson tooLarge(String field, String message) {
        return new InvalidJson(field, true, message);
    }

    /** The path of the field that is wrong; null when the text is wrong as a whole. */
    public @Nullable String field() {
        return field;
    }

    public boolean isTooLarge() {
        return tooLarge;
    }

    /** Always there. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
