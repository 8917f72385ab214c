package dev.redrive.internal.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FrameFileTest {
    @TempDir
    private Path folder;

    private static byte[] frames(String... texts) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (String text : texts) all.write(FrameFile.frame(text.getBytes(StandardCharsets.UTF_8)));
        return all.toByteArray();
    }

    private record Found(List<String> texts, int damaged) {}

    private Found read(byte[] content) throws IOException {
        Path file = Files.write(folder.resolve("journal"), content);
        List<String> texts = new ArrayList<>();
        try (FrameFile frames = new FrameFile(file)) {
            for (byte[] bytes = frames.next(); bytes != null; bytes = frames.next())
                texts.add(new String(bytes, StandardCharsets.UTF_8));
            return new Found(texts, frames.damaged());
        }
    }

    @Test
    void a_large_record_is_written_and_read_without_a_large_buffer_outside_of_the_heap() throws IOException {
        byte[] record = new byte[20_000_000];
        record[record.length - 1] = 1;
        long before = outsideOfHeap();

        try (FileChannel channel = FileChannel.open(
                folder.resolve("large"),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            FrameFile.append(record, channel);

            assertThat(FrameFile.bytes(channel, 8, record.length)).isEqualTo(record);
        }

        assertThat(outsideOfHeap() - before).isLessThan(1_000_000);
    }

    private static long outsideOfHeap() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getTotalCapacity)
                .sum();
    }

    @Test
    void records_come_back_in_their_order() throws IOException {
        assertThat(read(frames("a", "bb", "ccc"))).isEqualTo(new Found(List.of("a", "bb", "ccc"), 0));
    }

    @Test
    void whichever_byte_is_damaged_it_costs_one_record() throws IOException {
        byte[] whole = frames("first", "second", "third");
        int start = frames("first").length;
        int end = frames("first", "second").length;

        for (int place = start; place < end; place++) {
            for (int bit = 0; bit < 8; bit++) {
                byte[] damaged = whole.clone();
                damaged[place] ^= (byte) (1 << bit);

                Found found = read(damaged);

                assertThat(found.texts()).containsExactly("first", "third");
                assertThat(found.damaged()).isPositive();
            }
        }
    }

    @Test
    void an_end_that_was_cut_off_or_never_written_is_damage_and_no_record() throws IOException {
        byte[] whole = frames("first", "second");

        assertThat(read(Arrays.copyOf(whole, whole.length - 2))).isEqualTo(new Found(List.of("first"), 1));
        assertThat(read(Arrays.copyOf(whole, whole.length + 3))).isEqualTo(new Found(List.of("first", "second"), 1));
        assertThat(read(Arrays.copyOf(whole, whole.length + 4096))).isEqualTo(new Found(List.of("first", "second"), 1));
    }

    @Test
    void a_damaged_length_costs_one_record_also_in_a_file_of_more_than_two_gigabytes() throws IOException {
        byte[] content = frames("first", "second");
        content[1] ^= 0x40;
        Path file = Files.write(folder.resolve("journal"), content);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[1]), 5L * 1024 * 1024 * 1024);
        }

        try (FrameFile frames = new FrameFile(file)) {
            assertThat(frames.next()).isEqualTo("second".getBytes(StandardCharsets.UTF_8));
            assertThat(frames.damaged()).isEqualTo(1);
        }
    }

    @Test
    void a_record_is_found_behind_a_damaged_one_wherever_the_windows_end() throws IOException {
        byte[] content = frames("first", "a second one that is longer than a window", "third");
        content[1] ^= 0x40;
        Path file = Files.write(folder.resolve("journal"), content);

        for (int window = 8; window < content.length + 8; window++) {
            try (FrameFile frames = new FrameFile(file, window)) {
                assertThat(frames.next()).asString(StandardCharsets.UTF_8).startsWith("a second one");
                assertThat(frames.next()).asString(StandardCharsets.UTF_8).isEqualTo("third");
                assertThat(frames.next()).isNull();
                assertThat(frames.damaged()).isEqualTo(1);
            }
        }
    }

    @Test
    void noise_ends() throws IOException {
        byte[] noise = new byte[200_000];
        new Random(5).nextBytes(noise);

        assertThat(read(noise).texts()).isEmpty();
    }

    @Test
    void the_next_record_goes_behind_the_last_whole_one() throws IOException {
        byte[] whole = frames("first", "second", "third");
        whole[frames("first").length] ^= 0x40;
        Path file = Files.write(folder.resolve("journal"), Arrays.copyOf(whole, whole.length + 5));

        assertThat(FrameFile.endOfLast(file)).isEqualTo(whole.length);
    }
}
