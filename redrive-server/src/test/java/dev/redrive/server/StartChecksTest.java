package dev.redrive.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.SettableClock;
import dev.redrive.jdbc.sqlite.SqliteDeadLetterStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartChecksTest {
    @TempDir
    Path folder;

    /** Who runs the tests may write everywhere, so the folder says it. */
    @Test
    void a_store_in_a_folder_that_takes_no_files_cannot_be_opened() {
        Path file = folder.resolve("redrive.db");
        new SqliteDeadLetterStore(file, SettableClock.standing()).close();

        assertThat(StartChecks.store("sqlite:" + file, place -> true)).isEmpty();
        assertThat(StartChecks.store("sqlite:" + file, place -> !place.equals(folder)))
                .hasValueSatisfying(why -> assertThat(why).contains(folder + " is no folder to write to", "-wal"));
    }
}
