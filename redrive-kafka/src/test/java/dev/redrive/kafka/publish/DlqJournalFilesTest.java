package dev.redrive.kafka.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DlqJournalFilesTest {
    @Test
    void only_its_owner_can_read_a_journal(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("data/dlq.journal");
        try (DlqJournal journal = new DlqJournal(file, 1_000_000)) {
            journal.append(List.of(new byte[] {1}));
        }

        for (Path own : List.of(file, Path.of(file + ".lock")))
            assertThat(Files.getPosixFilePermissions(own)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(Files.getPosixFilePermissions(file.getParent()))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }
}
