package dev.redrive.server.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.server.web.RequestMemory;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;

class LineReaderTest {
    private static final int MB = 1024 * 1024;

    /** Gives a few bytes at a time, as a connection does. */
    private static final class Trickle extends InputStream {
        private final byte[] bytes;
        private final Random random;
        private final int most;
        private int at;

        Trickle(byte[] bytes, int most, Random random) {
            this.bytes = bytes;
            this.most = most;
            this.random = random;
        }

        @Override
        public int read() {
            return at == bytes.length ? -1 : bytes[at++];
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            if (at == bytes.length) return -1;
            int count = Math.min(Math.min(length, 1 + random.nextInt(most)), bytes.length - at);
            System.arraycopy(bytes, at, into, offset, count);
            at += count;
            return count;
        }
    }

    private static LineReader lines(byte[] bytes, int most, Random random) {
        return new LineReader(
                new Trickle(bytes, most, random), 40 * MB, RequestMemory.of(new MockHttpServletRequest()));
    }

    @Test
    void lines_of_all_lengths_come_out_as_they_went_in() throws IOException {
        Random random = new Random(4);
        for (int round = 0; round < 20; round++) {
            List<String> sent = new ArrayList<>();
            for (int i = 0; i < 30; i++)
                sent.add(String.valueOf((char) ('a' + i % 26)).repeat(1 + length(random)));
            LineReader lines = lines(String.join("\n", sent).getBytes(StandardCharsets.US_ASCII), 100_000, random);

            List<String> read = new ArrayList<>();
            while (lines.next()) {
                read.add(new String(lines.buffer(), lines.from(), lines.length(), StandardCharsets.US_ASCII));
                if (random.nextBoolean()) lines.shrink();
            }

            assertThat(read).isEqualTo(sent);
        }
    }

    private static int length(Random random) {
        return random.nextInt(5) == 0 ? random.nextInt(2 * MB) : random.nextInt(500);
    }

    @Test
    void a_line_of_eight_times_the_length_takes_about_eight_times_the_work() throws IOException {
        work(4 * MB);

        double small = work(4 * MB);
        double large = work(32 * MB);

        assertThat(large / small).as("8 when linear, 64 when quadratic").isLessThan(24);
    }

    /** The processor time of this thread, which does not depend on other threads. */
    private static double work(int length) throws IOException {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) 'x');
        LineReader lines = lines(bytes, 8192, new Random(1));
        long before = threads.getCurrentThreadCpuTime();
        assertThat(lines.next()).isTrue();
        long after = threads.getCurrentThreadCpuTime();
        assertThat(lines.length()).isEqualTo(length);
        return after - before;
    }
}
