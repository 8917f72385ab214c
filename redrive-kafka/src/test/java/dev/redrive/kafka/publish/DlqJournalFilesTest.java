package dev.redrive.kafka.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DlqJournalFilesTest {
    @Test
    void a_large_record_leaves_no_large_buffer_outside_of_the_heap(@TempDir Path folder) throws IOException {
        try (DlqJournal journal = new DlqJournal(folder.resolve("dlq.journal"), 100_000_000)) {
            long before = outsideOfHeap();

            journal.append(List.of(new byte[20_000_000]));

            assertThat(outsideOfHeap() - before).isLessThan(1_000_000);
        }
    }

    private static long outsideOfHeap() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getTotalCapacity)
                .sum();
    }

    @Test
    void a_journal_that_others_could_read_is_closed_to_them_at_the_start(@TempDir Path folder) throws IOException {
        List<Path> old = List.of(
                Files.createFile(folder.resolve("dlq.journal")),
                Files.createFile(folder.resolve("dlq.journal.sending")));
        for (Path path : old) Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r--r--"));

        new DlqJournal(old.get(0), 1_000_000).close();

        for (Path path : old)
            assertThat(Files.getPosixFilePermissions(path)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

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
