package dev.redrive.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FolderProblemTest {
    private static ArchiveException of(IOException e) {
        return FolderProblem.of("the object dlq/a was not written", Path.of("/archive"), e);
    }

    @Test
    void a_full_disk_is_a_matter_of_time() {
        assertThat(of(new IOException("No space left on device")))
                .isInstanceOf(ArchiveUnavailable.class)
                .hasMessageStartingWith(
                        "the object dlq/a was not written: the disk of the archive /archive is full; free some space");
        assertThat(of(new FileSystemException("/archive/x", null, "Disk quota exceeded")))
                .isInstanceOf(ArchiveUnavailable.class)
                .hasMessageContaining("is full");
    }

    @Test
    void a_missing_permission_is_not() {
        assertThat(of(new AccessDeniedException("/archive/dlq")))
                .isNotInstanceOf(ArchiveUnavailable.class)
                .hasMessageContaining("no permission for /archive/dlq; give the archive /archive")
                .hasMessageContaining("to the user that runs this process");
    }

    @Test
    void a_read_only_file_system_is_named() {
        assertThat(of(new FileSystemException("/archive/dlq", null, "Read-only file system")))
                .isNotInstanceOf(ArchiveUnavailable.class)
                .hasMessageContaining("is read-only; mount it for writing");
    }

    @Test
    void everything_else_is_tried_again() {
        assertThat(of(new IOException("Stale file handle")))
                .isInstanceOf(ArchiveUnavailable.class)
                .hasMessageContaining("Stale file handle");
    }
}
