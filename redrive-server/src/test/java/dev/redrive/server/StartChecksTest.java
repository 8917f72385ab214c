package dev.redrive.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.SettableClock;
import dev.redrive.jdbc.sqlite.SqliteDeadLetterStore;
import dev.redrive.server.archive.ServerArchive;
import dev.redrive.server.config.ArchiveSettings;
import java.io.IOException;
import java.nio.file.Files;
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

    @Test
    void an_address_that_the_driver_would_refuse_is_found_without_opening_the_store() {
        assertThat(StartChecks.store("mongodb://127.0.0.1:1/redrive", place -> true))
                .isEmpty();
        assertThat(StartChecks.store("mongodb://u:p%zz@127.0.0.1:1/redrive", place -> true))
                .hasValueSatisfying(why -> assertThat(why).contains("percent-encoded"));
    }

    @Test
    void an_archive_that_cannot_be_written_is_named() throws IOException {
        Path file = Files.createFile(folder.resolve("taken"));

        assertThat(ServerArchive.trouble(ArchiveSettings.none())).isEmpty();
        assertThat(ServerArchive.trouble(ArchiveSettings.at("file:" + folder.resolve("archive"))))
                .isEmpty();
        assertThat(ServerArchive.trouble(ArchiveSettings.at("file:" + file)))
                .hasValueSatisfying(why -> assertThat(why).contains(file.toString()));
        assertThat(ServerArchive.trouble(ArchiveSettings.at("gcs://bucket")))
                .hasValueSatisfying(why -> assertThat(why).contains("redrive.archive", "file:PATH"));
    }
}
