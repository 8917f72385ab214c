package dev.redrive.endtoend;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.time.Duration;

/** A real PostgreSQL server. */
public final class TestPostgres {
    private TestPostgres() {}

    /** With the patience that the start takes on a slow machine. */
    static EmbeddedPostgres.Builder builder() {
        return EmbeddedPostgres.builder().setPGStartupWait(Duration.ofSeconds(60));
    }
}
