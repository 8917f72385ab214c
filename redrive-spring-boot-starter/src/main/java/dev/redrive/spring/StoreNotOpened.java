package dev.redrive.spring;

import org.jspecify.annotations.Nullable;

/** The application cannot start, because its letters could not be kept anywhere. */
final class StoreNotOpened extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final @Nullable String url;

    /**
     * Tells it.
     *
     * @param url what the application chose, null when it left the choice to us
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
