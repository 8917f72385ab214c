package dev.redrive.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.archive.Archive;
import dev.redrive.archive.ArchiveObject;
import dev.redrive.archive.NoSuchObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every archive must hold: each sentence of {@link Archive}. Passed without overrides and without skipped tests. */
public abstract class ArchiveContract {
    private static final int BIG = 20 * 1024 * 1024;
    private static final int THREADS = 8;

    @TempDir
    Path files;

    protected Archive archive;

    protected abstract Archive emptyArchive();

    @BeforeEach
    void open() {
        archive = emptyArchive();
    }

    @AfterEach
    void close() {
        archive.close();
    }

    // Steps

    private Path file(byte[] content) {
        try {
            return Files.write(Files.createTempFile(files, "content", ".bin"), content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void put(String key, String content) {
        archive.put(key, file(content.getBytes(UTF_8)));
    }

    private void putAll(String... keys) {
        for (String key : keys) put(key, key);
    }

    private String read(String key, long offset, int length) {
        return new String(archive.read(key, offset, length), UTF_8);
    }

    private List<String> keys(String prefix, @Nullable String after, int limit) {
        return archive.list(prefix, after, limit).stream()
                .map(ArchiveObject::key)
                .toList();
    }

    private static <T> List<T> allAtOnce(Callable<T> work) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> each :
                    threads.invokeAll(Stream.generate(() -> work).limit(THREADS).toList())) results.add(each.get());
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    // Objects

    @Test
    void an_object_is_read_as_it_was_written() {
        byte[] content = new byte[70_000];
        new Random(1).nextBytes(content);

        archive.put("dlq/2026/11/18/a.ndjson.zst", file(content));

        assertThat(archive.read("dlq/2026/11/18/a.ndjson.zst", 0, content.length))
                .isEqualTo(content);
        assertThat(archive.stat("dlq/2026/11/18/a.ndjson.zst"))
                .contains(new ArchiveObject("dlq/2026/11/18/a.ndjson.zst", content.length));
    }

    @Test
    void a_second_put_replaces_the_first() {
        put("a/b", "the first content, which is longer");

        put("a/b", "the second");

        assertThat(read("a/b", 0, 100)).isEqualTo("the second");
        assertThat(archive.list("", null, 10)).containsExactly(new ArchiveObject("a/b", 10));
    }

    @Test
    void the_file_that_was_put_stays() {
        Path content = file("content".getBytes(UTF_8));

        archive.put("a", content);

        assertThat(content).hasContent("content");
    }

    @Test
    void bytes_are_put_as_a_file_is() {
        put("a", "the first content, which is longer");

        archive.put("a", "bytes".getBytes(UTF_8));
        archive.put("empty", new byte[0]);

        assertThat(read("a", 0, 100)).isEqualTo("bytes");
        assertThat(archive.list("", null, 10))
                .containsExactly(new ArchiveObject("a", 5), new ArchiveObject("empty", 0));
    }

    @Test
    void a_part_is_read_from_an_offset() {
        put("a", "0123456789");

        assertThat(read("a", 0, 1)).isEqualTo("0");
        assertThat(read("a", 3, 4)).isEqualTo("3456");
        assertThat(read("a", 9, 1)).isEqualTo("9");
    }

    @Test
    void less_than_asked_for_is_read_only_at_the_end() {
        put("a", "0123456789");

        assertThat(read("a", 8, 4)).isEqualTo("89");
        assertThat(read("a", 0, Integer.MAX_VALUE)).isEqualTo("0123456789");
        assertThat(read("a", 10, 4)).isEmpty();
        assertThat(read("a", 11, 4)).isEmpty();
        assertThat(read("a", Long.MAX_VALUE - 10, 4)).isEmpty();
    }

    @Test
    void reading_no_bytes_reads_none() {
        put("a", "0123456789");

        assertThat(archive.read("a", 0, 0)).isEmpty();
        assertThat(archive.read("a", 20, 0)).isEmpty();
    }

    @Test
    void what_makes_no_sense_is_refused() {
        put("a", "0123456789");

        assertThatThrownBy(() -> archive.read("a", -1, 4)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> archive.read("a", 0, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> archive.list("", null, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> archive.folders("a")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void an_empty_object_is_an_object() {
        put("a", "");

        assertThat(archive.stat("a")).contains(new ArchiveObject("a", 0));
        assertThat(archive.read("a", 0, 10)).isEmpty();
        assertThat(archive.list("", null, 10)).containsExactly(new ArchiveObject("a", 0));
    }

    @Test
    void an_object_that_is_not_there_has_no_content() {
        putAll("dlq/a", "dlq/b/c");

        for (String key : List.of("a", "dlq", "dlq/b", "dlq/b/d", "dlq/a2")) {
            assertThat(archive.stat(key)).as(key).isEmpty();
            assertThatThrownBy(() -> archive.read(key, 0, 10))
                    .as(key)
                    .isInstanceOf(NoSuchObject.class)
                    .hasMessageContaining(key);
            assertThatThrownBy(() -> archive.read(key, 0, 0)).as(key).isInstanceOf(NoSuchObject.class);
        }
    }

    @Test
    void a_big_object_comes_back_whole() {
        byte[] content = new byte[BIG];
        new Random(2).nextBytes(content);

        archive.put("big", file(content));

        assertThat(archive.stat("big")).contains(new ArchiveObject("big", BIG));
        assertThat(Arrays.equals(archive.read("big", 0, BIG), content)).isTrue();
        assertThat(archive.read("big", BIG - 3, 10)).isEqualTo(Arrays.copyOfRange(content, BIG - 3, BIG));
    }

    @Test
    void deleting_is_idempotent() {
        putAll("dlq/a", "dlq/b");

        archive.delete("dlq/a");
        archive.delete("dlq/a");
        archive.delete("dlq");
        archive.delete("never/there");

        assertThat(archive.stat("dlq/a")).isEmpty();
        assertThat(keys("", null, 10)).containsExactly("dlq/b");
    }

    @Test
    void a_deleted_object_can_be_written_again() {
        put("dlq/a", "first");
        archive.delete("dlq/a");

        put("dlq/a", "second");

        assertThat(read("dlq/a", 0, 10)).isEqualTo("second");
    }

    // Keys

    @Test
    void keys_may_have_any_printable_character() {
        List<String> keys = List.of(
                "dlq/%2E/a%2Fb.zst",
                "dlq/a b/c d",
                "dlq/a+b=c&d;e?f#g",
                "dlq/x~0123456789abcdef",
                "dlq/.hidden/...",
                "dlq/'quoted' \"twice\"",
                "dlq/<a>@{b}[c]|d^e`f!g$h*i(j),k:l");

        keys.forEach(this::putAll);

        assertThat(keys("dlq/", null, 100)).containsExactlyInAnyOrderElementsOf(keys);
        assertThat(keys).allSatisfy(key -> {
            assertThat(read(key, 0, 100)).isEqualTo(key);
            assertThat(archive.stat(key)).contains(new ArchiveObject(key, key.length()));
            archive.delete(key);
            assertThat(archive.stat(key)).isEmpty();
        });
    }

    @Test
    void upper_and_lower_case_are_different_keys() {
        putAll("dlq/TimeoutException", "dlq/timeoutexception");

        assertThat(read("dlq/TimeoutException", 0, 100)).isEqualTo("dlq/TimeoutException");
        assertThat(keys("dlq/", null, 10)).hasSize(2);
    }

    @Test
    void keys_that_lead_out_of_the_archive_or_are_kept_differently_elsewhere_are_refused() {
        List<String> keys = List.of(
                "",
                "/a",
                "a/",
                "a//b",
                ".",
                "..",
                "../a",
                "a/../../b",
                "a/./b",
                "a\nb",
                "a\0b",
                "caf\u00e9",
                "\uD83E\uDD8A",
                "x".repeat(201),
                "x/".repeat(500) + "x");

        assertThat(keys).allSatisfy(key -> {
            assertThatThrownBy(() -> put(key, "x")).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> archive.stat(key)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> archive.read(key, 0, 1)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> archive.delete(key)).isInstanceOf(IllegalArgumentException.class);
        });
    }

    @Test
    void a_key_of_900_characters_is_taken() {
        String key = ("x".repeat(199) + "/").repeat(4) + "y".repeat(100);

        put(key, "long");

        assertThat(key).hasSize(900);
        assertThat(read(key, 0, 10)).isEqualTo("long");
        assertThat(keys("", null, 10)).containsExactly(key);
    }

    // Lists

    /** Folders have no place of their own in this order: the slash is a character as any other. */
    private static final List<String> IN_ORDER = List.of(
            "dlq/a b",
            "dlq/a!/1",
            "dlq/a%2F",
            "dlq/a-/1",
            "dlq/a-/2",
            "dlq/a-b/1",
            "dlq/a.",
            "dlq/a/1",
            "dlq/a/1.zst",
            "dlq/a/2/3",
            "dlq/a/20",
            "dlq/a0/1",
            "dlq/aA",
            "dlq/aa",
            "dlq/a~/1",
            "dlq/b",
            "elsewhere",
            "~");

    @Test
    void objects_are_listed_in_the_order_of_the_bytes_of_their_keys() {
        List<String> shuffled = new ArrayList<>(IN_ORDER);
        Collections.shuffle(shuffled, new Random(3));
        shuffled.forEach(this::putAll);

        assertThat(IN_ORDER).isSorted();
        assertThat(keys("", null, 100)).isEqualTo(IN_ORDER);
    }

    @Test
    void a_list_goes_on_after_any_key() {
        IN_ORDER.forEach(this::putAll);

        assertThat(IN_ORDER)
                .allSatisfy(after -> assertThat(keys("", after, 100))
                        .isEqualTo(IN_ORDER.stream()
                                .filter(key -> key.compareTo(after) > 0)
                                .toList()));
        assertThat(keys("", "dlq/a/10", 2)).containsExactly("dlq/a/2/3", "dlq/a/20");
        assertThat(keys("", "dlq/a/", 1)).containsExactly("dlq/a/1");
        assertThat(keys("dlq/", "a", 1)).containsExactly("dlq/a b");
        assertThat(keys("dlq/", "dlq/b", 10)).isEmpty();
        assertThat(keys("dlq/", "zzz", 10)).isEmpty();
    }

    @Test
    void a_prefix_is_a_prefix_of_the_key_and_need_not_end_at_a_slash() {
        IN_ORDER.forEach(this::putAll);

        for (String prefix :
                List.of("", "d", "dlq", "dlq/", "dlq/a", "dlq/a-", "dlq/a/", "dlq/a/2", "dlq/aA", "x", "dlq/x/"))
            assertThat(keys(prefix, null, 100))
                    .as(prefix)
                    .isEqualTo(IN_ORDER.stream()
                            .filter(key -> key.startsWith(prefix))
                            .toList());
    }

    @Test
    void a_prefix_that_no_key_can_have_lists_nothing() {
        putAll("dlq/a");

        for (String prefix : List.of("/", "..", "../", "dlq/../", "dlq//", "./"))
            assertThat(keys(prefix, null, 10)).as(prefix).isEmpty();
    }

    @Test
    void pages_of_any_size_give_the_whole_list() {
        IN_ORDER.forEach(this::putAll);

        for (int size = 1; size <= IN_ORDER.size(); size++) {
            List<String> all = new ArrayList<>();
            List<String> page = keys("", null, size);
            while (!page.isEmpty()) {
                assertThat(page).hasSizeLessThanOrEqualTo(size);
                all.addAll(page);
                page = keys("", page.get(page.size() - 1), size);
            }
            assertThat(all).as("pages of %s", size).isEqualTo(IN_ORDER);
        }
    }

    @Test
    void more_than_a_thousand_objects_fit_into_one_list() {
        List<String> keys =
                IntStream.range(0, 1100).mapToObj(i -> "dlq/%04d".formatted(i)).toList();
        Path content = file(new byte[1]);
        keys.parallelStream().forEach(key -> archive.put(key, content));

        assertThat(keys("dlq/", null, 5000)).isEqualTo(keys);
        assertThat(keys("dlq/", null, 1050)).isEqualTo(keys.subList(0, 1050));
        assertThat(keys("dlq/", "dlq/0049", 1000)).isEqualTo(keys.subList(50, 1050));
    }

    @Test
    void an_empty_archive_lists_nothing() {
        assertThat(archive.list("", null, 10)).isEmpty();
        assertThat(archive.list("dlq/", "dlq/a", 10)).isEmpty();
        assertThat(archive.folders("")).isEmpty();
        assertThat(archive.folders("dlq/2026/")).isEmpty();
    }

    @Test
    void folders_are_the_names_directly_below_a_prefix() {
        putAll("dlq/2025/12/a", "dlq/2026/01/a", "dlq/2026/01/b", "dlq/2026/11/x y/c", "dlq/2026/file", "pending/a");

        assertThat(archive.folders("")).containsExactly("dlq", "pending");
        assertThat(archive.folders("dlq/")).containsExactly("2025", "2026");
        assertThat(archive.folders("dlq/2026/")).containsExactly("01", "11");
        assertThat(archive.folders("dlq/2026/11/")).containsExactly("x y");
        assertThat(archive.folders("dlq/2026/01/")).isEmpty();
        assertThat(archive.folders("dlq/2026/file/")).isEmpty();
    }

    @Test
    void folders_are_in_the_order_of_the_keys_below_them() {
        putAll("dlq/a/1", "dlq/a-b/1", "dlq/a.b/1", "dlq/a0/1", "dlq/a%20/1");

        assertThat(archive.folders("dlq/")).containsExactly("a%20", "a-b", "a.b", "a", "a0");
    }

    @Test
    void a_folder_without_objects_is_none() {
        putAll("dlq/2025/12/a", "dlq/2026/01/a");

        archive.delete("dlq/2025/12/a");

        assertThat(archive.folders("dlq/")).containsExactly("2026");
        assertThat(archive.folders("dlq/2025/")).isEmpty();
    }

    // Many at once

    @Test
    void of_puts_of_one_key_at_once_one_is_there_whole() throws Exception {
        int size = 200_000;
        List<byte[]> contents = IntStream.range(0, THREADS)
                .mapToObj(i -> {
                    byte[] content = new byte[size];
                    Arrays.fill(content, (byte) ('a' + i));
                    return content;
                })
                .toList();
        var next = contents.iterator();

        allAtOnce(() -> {
            byte[] content;
            synchronized (next) {
                content = next.next();
            }
            for (int i = 0; i < 5; i++) archive.put("dlq/one", file(content));
            return content;
        });

        byte[] there = archive.read("dlq/one", 0, 2 * size);
        assertThat(contents).anyMatch(content -> Arrays.equals(content, there));
        assertThat(archive.list("", null, 10)).containsExactly(new ArchiveObject("dlq/one", size));
    }

    @Test
    void an_object_is_always_whole_while_it_is_replaced() throws Exception {
        put("dlq/a/one", "x".repeat(1000));
        List<String> contents = List.of("x".repeat(1000), "y".repeat(1000));

        allAtOnce(() -> {
            for (int i = 0; i < 10; i++) {
                put("dlq/a/one", contents.get(i % 2));
                assertThat(contents).contains(read("dlq/a/one", 0, 2000));
            }
            return true;
        });

        assertThat(contents).contains(read("dlq/a/one", 0, 2000));
    }

    @Test
    void objects_come_and_go_beside_each_other() throws Exception {
        allAtOnce(() -> {
            String mine = "dlq/shared/" + Thread.currentThread().getId();
            for (int i = 0; i < 10; i++) {
                put(mine, "x");
                assertThat(archive.stat(mine)).isPresent();
                archive.delete(mine);
                assertThat(archive.stat(mine)).isEmpty();
            }
            return true;
        });

        assertThat(archive.list("", null, 10)).isEmpty();
    }

    // Permissions

    @Test
    void a_check_leaves_nothing_behind() {
        assertThatCode(() -> {
                    archive.check();
                    archive.check();
                })
                .doesNotThrowAnyException();

        assertThat(archive.list("", null, 10)).isEmpty();
    }

    @Test
    void it_has_an_address() {
        assertThat(archive.address()).isNotBlank();
    }
}
