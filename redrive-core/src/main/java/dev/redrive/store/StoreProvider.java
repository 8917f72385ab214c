package dev.redrive.store;

import java.util.Optional;
import javax.sql.DataSource;

/** Opens the stores of one kind; found by {@link java.util.ServiceLoader}. */
public interface StoreProvider {
    /** The store at a URL, or empty when the URL is for another provider. */
    Optional<DeadLetterStore> open(String url);

    /** What is wrong with a URL of this provider, without a word of it; nothing is opened. */
    Optional<String> trouble(String url);

    /** The store in an application's own database, or empty when this provider does not know such a database. */
    Optional<DeadLetterStore> open(DataSource dataSource);
}
