package dev.redrive.spring;

import org.jspecify.annotations.Nullable;

/** Thrown when the application cannot start, because its store could not be opened. */
final class StoreNotOpened extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final @Nullable String url;

    /**
     * Wraps the reason.
     *
     * @param url the configured URL, null when none is configured
     */
    StoreNotOpened(@Nullable String url, RuntimeException cause) {
        super("the store of letters could not be opened: " + cause.getMessage(), cause);
        this.url = url;
    }

    @Nullable
    String url() {
        return url;
    }
}
