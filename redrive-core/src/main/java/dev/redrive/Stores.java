package dev.redrive;

import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.StoreProvider;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import java.time.InstantSource;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;
import javax.sql.DataSource;

/** Opens stores by what is written in a URL, with whichever kinds of store the application has on its class path. */
public final class Stores {
    /** The URL of a store that is gone with its process. */
    public static final String MEMORY = "memory:";

    private static final String AUTHORITY = "://";

    private Stores() {}

    /** Opens {@code sqlite:PATH}, {@code postgresql://…/db}, {@code mongodb://…/db} or {@code memory:}. */
    public static DeadLetterStore open(String url) {
        if (url.equals(MEMORY)) return new InMemoryDeadLetterStore(InstantSource.system());
        return provided(provider -> provider.open(url))
                .orElseThrow(() -> new IllegalArgumentException("no store for the URL scheme of \""
                        + url.replaceFirst(":.*", ":…")
                        + "\"; known are sqlite:PATH and postgresql://… (with redrive-store-jdbc), mongodb://… (with"
                        + " redrive-store-mongo) and memory:"));
    }

    /**
     * The address of a store for people to read: without user, password and options, which may hold secrets too, and without anything when
     * it {@linkplain #isAmbiguous is ambiguous}.
     */
    public static String shown(String url) {
        int host = url.indexOf(AUTHORITY) + AUTHORITY.length();
        if (host < AUTHORITY.length()) return url;
        if (isAmbiguous(url)) return url.substring(0, host) + "…";
        String rest = url.substring(host).replaceFirst("(?s)[?].*", "");
        return url.substring(0, host) + rest.substring(rest.lastIndexOf('@') + 1);
    }

    /** True when a character of the password may be taken for the end of it, or of the host, because it is not percent-encoded. */
    public static boolean isAmbiguous(String url) {
        String rest = url.substring(Math.max(0, url.indexOf(AUTHORITY) + AUTHORITY.length()));
        String afterHosts = rest.replaceFirst("(?s)^[^/?#]*", "");
        return url.contains(AUTHORITY) && (rest.indexOf('#') >= 0 || afterHosts.indexOf('@') >= 0);
    }

    /** What is wrong with a URL, as far as that can be seen without opening the store. */
    public static Optional<String> trouble(String url) {
        for (StoreProvider provider : ServiceLoader.load(StoreProvider.class)) {
            Optional<String> trouble = provider.trouble(url);
            if (trouble.isPresent()) return trouble;
        }
        return Optional.empty();
    }

    /** Opens a store in an application's own database. */
    public static DeadLetterStore in(DataSource dataSource) {
        return provided(provider -> provider.open(dataSource))
                .orElseThrow(() -> new IllegalArgumentException(
                        "no store for this data source; it must be PostgreSQL, and redrive-store-jdbc must be there"));
    }

    private static Optional<DeadLetterStore> provided(Function<StoreProvider, Optional<DeadLetterStore>> open) {
        for (StoreProvider provider : ServiceLoader.load(StoreProvider.class)) {
            Optional<DeadLetterStore> store = open.apply(provider);
            if (store.isPresent()) return store;
        }
        return Optional.empty();
    }
}
