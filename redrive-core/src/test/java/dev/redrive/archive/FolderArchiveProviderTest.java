package dev.redrive.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.Archives;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderArchiveProviderTest {
    @TempDir
    Path folder;

    private static String addressOf(String url) {
        try (Archive archive = Archives.open(url)) {
            return archive.address();
        }
    }

    @Test
    void a_path_is_absolute_or_below_the_working_directory() {
        Path relative = Path.of("").toAbsolutePath().relativize(folder.resolve("relative"));

        assertThat(addressOf("file:" + folder)).isEqualTo("file:" + folder);
        assertThat(addressOf("file://" + folder)).isEqualTo("file:" + folder);
        assertThat(addressOf("file:" + folder + "/./x/../y")).isEqualTo("file:" + folder.resolve("y"));
        assertThat(addressOf("file:" + relative)).isEqualTo("file:" + folder.resolve("relative"));
    }

    @Test
    void the_folder_is_made_for_its_owner_only() throws IOException {
        assertThat(addressOf("file:" + folder + "/new/archive")).isEqualTo("file:" + folder.resolve("new/archive"));

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("new/archive"))))
                .isEqualTo("rwx------");
    }

    @Test
    void a_folder_that_cannot_be_made_is_named() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "x");

        assertThatThrownBy(() -> Archives.open("file:" + file + "/archive"))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining(file + "/archive")
                .hasMessageContaining("cannot be made");
    }

    @Test
    void what_is_no_path_is_refused_with_the_reason() {
        assertThatThrownBy(() -> Archives.open("file:")).hasMessageContaining("the path is missing");
        assertThatThrownBy(() -> Archives.open("file://nas/archive")).hasMessageContaining("cannot name a host");
        assertThatThrownBy(() -> Archives.open("file:~/archive"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"~\" is not replaced");
        assertThatThrownBy(() -> Archives.open("file:a\0b")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void other_urls_are_for_other_providers() {
        assertThat(new FolderArchiveProvider().open("s3://bucket/prefix")).isEmpty();
    }
}
