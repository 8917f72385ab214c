package dev.redrive.spring;

import dev.redrive.Stores;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what is wrong with {@code redrive.store} instead of showing a stack trace. */
final class StoreFailureAnalyzer extends AbstractFailureAnalyzer<StoreNotOpened> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, StoreNotOpened cause) {
        String description = "The store of Redrive could not be opened"
                + (cause.url() == null ? "" : " at redrive.store=" + Stores.shown(cause.url()))
                + ": " + reason(cause);
        return new FailureAnalysis(description, action(cause.url()), cause);
    }

    private static String action(@Nullable String url) {
        if (url == null)
            return "See whether the application's DataSource works, or set redrive.store to another store.";
        return "Set redrive.store to sqlite:PATH, postgresql://user:password@host:port/db, mongodb://… or memory:, and see whether the"
                + " database is there; or leave it out to keep letters in the application's own database.";
    }

    private static String reason(StoreNotOpened cause) {
        Throwable why = cause.getCause() == null ? cause : cause.getCause();
        return why.getMessage() == null ? why.getClass().getName() : why.getMessage();
    }
}
