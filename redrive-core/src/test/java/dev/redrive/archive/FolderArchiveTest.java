package dev.redrive.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.contract.ArchiveContract;
import dev.redrive.contract.SettableClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderArchiveTest extends ArchiveContract {
    private final SettableClock clock = SettableClock.standing();

    @TempDir
    Path root;

    @TempDir
    Path elsewhere;

    @Override
    protected Archive emptyArchive() {
        return new FolderArchive(root, clock);
    }

    private void put(String key) throws IOException {
        archive.put(key, Files.writeString(elsewhere.resolve("content"), "content"));
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private List<Path> incoming() throws IOException {
        Path folder = root.resolve(IncomingFiles.FOLDER);
        if (!Files.exists(folder)) return List.of();
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    private Path leftover(String name, Duration age) throws IOException {
        Path file = Files.writeString(
                Files.createDirectories(root.resolve(IncomingFiles.FOLDER)).resolve(name), "half");
        return Files.setLastModifiedTime(file, FileTime.from(clock.instant().minus(age)));
    }

    // Files

    @Test
    void an_object_is_a_file_of_its_key() throws IOException {
        put("dlq/2026/a.ndjson.zst");

        assertThat(root.resolve("dlq/2026/a.ndjson.zst")).hasContent("content");
        assertThat(incoming()).isEmpty();
    }

    @Test
    void only_the_owner_can_read_what_is_written() throws IOException {
        put("dlq/2026/a");

        assertThat(permissions(root.resolve("dlq"))).isEqualTo("rwx------");
        assertThat(permissions(root.resolve("dlq/2026"))).isEqualTo("rwx------");
        assertThat(permissions(root.resolve("dlq/2026/a"))).isEqualTo("rw-------");
        assertThat(permissions(root.resolve(IncomingFiles.FOLDER))).isEqualTo("rwx------");
    }

    @Test
    void folders_go_with_their_last_object() throws IOException {
        put("dlq/2025/12/a");
        put("dlq/2026/a");

        archive.delete("dlq/2025/12/a");

        assertThat(root.resolve("dlq/2025")).doesNotExist();
        assertThat(root.resolve("dlq/2026/a")).exists();
    }

    @Test
    void a_folder_that_somebody_made_and_left_empty_is_none() throws IOException {
        Files.createDirectories(root.resolve("dlq/2025/12"));
        put("dlq/2026/a");

        assertThat(archive.folders("dlq/")).containsExactly("2026");
    }

    @Test
    void files_whose_names_are_no_keys_are_passed_over() throws IOException {
        Files.writeString(root.resolve("tab\tin name"), "x");
        put("a");

        assertThat(archive.list("", null, 10)).containsExactly(new ArchiveObject("a", 7));
    }

    // Puts that did not end

    @Test
    void what_a_killed_put_left_is_no_object() throws IOException {
        leftover("half", Duration.ofMinutes(1));

        assertThat(archive.list("", null, 10)).isEmpty();
        assertThat(archive.folders("")).isEmpty();
        assertThatThrownBy(() -> archive.stat(".incoming/half")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void what_a_killed_put_left_is_deleted_after_an_hour() throws IOException {
        Path young = leftover("young", Duration.ofMinutes(59));
        Path old = leftover("old", Duration.ofMinutes(61));

        put("a");

        assertThat(incoming()).containsExactly(young);
        assertThat(old).doesNotExist();
    }

    @Test
    void a_put_that_fails_leaves_nothing() throws IOException {
        put("a");

        assertThatThrownBy(() -> put("a/b"))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("a file is where a folder should be");

        assertThat(incoming()).isEmpty();
    }

    // Symbolic links

    @Test
    void a_link_leads_nowhere() throws IOException {
        Files.writeString(elsewhere.resolve("secret"), "secret");
        Files.createSymbolicLink(root.resolve("folder"), elsewhere);
        Files.createSymbolicLink(root.resolve("file"), elsewhere.resolve("secret"));

        assertThat(archive.list("", null, 10)).isEmpty();
        assertThat(archive.list("folder/", null, 10)).isEmpty();
        assertThat(archive.folders("")).isEmpty();
        assertThat(archive.folders("folder/")).isEmpty();
        assertThat(archive.stat("file")).isEmpty();
        assertThatThrownBy(() -> archive.read("file", 0, 10)).isInstanceOf(NoSuchObject.class);
        for (String key : List.of("folder/secret", "folder/new"))
            assertThatThrownBy(() -> put(key))
                    .isInstanceOf(ArchiveException.class)
                    .hasMessageContaining("is a symbolic link");
        assertThatThrownBy(() -> archive.read("folder/secret", 0, 10)).isInstanceOf(ArchiveException.class);
        assertThatThrownBy(() -> archive.delete("folder/secret")).isInstanceOf(ArchiveException.class);
        archive.delete("file");
        assertThat(elsewhere.resolve("secret")).hasContent("secret");
    }

    @Test
    void a_put_replaces_a_link_and_not_what_it_leads_to() throws IOException {
        Files.writeString(elsewhere.resolve("secret"), "secret");
        Files.createSymbolicLink(root.resolve("a"), elsewhere.resolve("secret"));

        put("a");

        assertThat(elsewhere.resolve("secret")).hasContent("secret");
        assertThat(archive.read("a", 0, 10)).isEqualTo("content".getBytes(UTF_8));
    }

    @Test
    void the_folder_itself_may_be_a_link() throws IOException {
        Path link = Files.createSymbolicLink(elsewhere.resolve("link"), root);
        Archive linked = new FolderArchive(link, clock);

        linked.put("dlq/a", Files.writeString(elsewhere.resolve("content"), "content"));

        assertThat(linked.list("dlq/", null, 10)).hasSize(1);
        assertThat(root.resolve("dlq/a")).hasContent("content");
    }

    // Bad days

    @Test
    void a_check_names_a_folder_that_is_not_there() {
        Archive missing = new FolderArchive(root.resolve("not/mounted"), clock);

        assertThatThrownBy(missing::check)
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining(root.resolve("not/mounted") + " does not exist; create it")
                .hasMessageContaining("mount");
        assertThat(root.resolve("not")).doesNotExist();
    }

    @Test
    void a_check_names_a_file_in_place_of_the_folder() throws IOException {
        Path file = Files.writeString(elsewhere.resolve("file"), "x");

        assertThatThrownBy(new FolderArchive(file, clock)::check)
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("is a file, not a folder");
    }

    /** Of a folder in the way of the user, because an administrator may write into every folder. */
    @Test
    void a_check_says_what_is_in_the_way() throws IOException {
        Files.writeString(root.resolve("check"), "in the way");

        assertThatThrownBy(archive::check)
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("a file is where a folder should be")
                .hasMessageContaining("check");
    }

    @Test
    void its_address_is_absolute() {
        assertThat(new FolderArchive(Path.of("x/../archive"), clock).address())
                .isEqualTo("file:" + Path.of("archive").toAbsolutePath());
    }

    /** Pages of a folder that is larger than they are, among folders beside it. */
    @Test
    void a_large_folder_is_listed_page_by_page() throws IOException {
        Path folder = Files.createDirectories(root.resolve("dlq/large"));
        for (int i = 0; i < 20_000; i++) Files.createFile(folder.resolve("%05d".formatted(i)));
        put("dlq/after");
        put("dlq/large.d/last");

        List<ArchiveObject> page = archive.list("dlq/", "dlq/large/19998", 10);

        assertThat(page).extracting(ArchiveObject::key).containsExactly("dlq/large/19999");
        assertThat(archive.list("dlq/", "dlq/large.d/last", 500))
                .hasSize(500)
                .first()
                .isEqualTo(new ArchiveObject("dlq/large/00000", 0));
    }
}
