package dev.redrive.server.capture;

import static dev.redrive.server.letters.ApiUnderTest.body;
import static dev.redrive.server.letters.ApiUnderTest.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.Redrive;
import dev.redrive.contract.ForwardingStore;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import dev.redrive.server.letters.ApiUnderTest;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;

class CaptureStreamTest {
    private static final String LINE = "{\"channel\":\"orders\",\"payload\":{\"n\":1},\"error\":\"e\"}\n";

    private final ApiUnderTest api = new ApiUnderTest();

    @AfterEach
    void close() {
        api.close();
    }

    private static MockHttpServletRequestBuilder stream(String lines) {
        return ApiUnderTest.post("/dlq", lines, "application/x-ndjson");
    }

    @Test
    void each_line_is_a_letter() {
        MockHttpServletResponse response = api.send(stream(LINE + "\r\n\n" + LINE + LINE.strip()));

        assertThat(response.getStatus()).as(body(response)).isEqualTo(201);
        assertThat(ApiUnderTest.<Integer>read(response, "$.captured")).isEqualTo(3);
        assertThat(ApiUnderTest.<List<String>>read(response, "$.ids")).hasSize(3);
        assertThat(ApiUnderTest.<Boolean>read(response, "$.idsComplete")).isTrue();
    }

    @Test
    void a_stream_may_be_packed() {
        MockHttpServletResponse response = api.send(
                stream("").header("Content-Encoding", "gzip").content(CaptureApiTest.packed(LINE.repeat(2500))));

        assertThat(ApiUnderTest.<Integer>read(response, "$.captured")).isEqualTo(2500);
        assertThat(ApiUnderTest.<List<String>>read(response, "$.ids")).hasSize(1000);
        assertThat(ApiUnderTest.<Boolean>read(response, "$.idsComplete")).isFalse();
        assertThat(api.store.calls()).isEqualTo(3);
    }

    @Test
    void a_packed_stream_that_breaks_off_says_how_far_it_came() {
        byte[] packed = CaptureApiTest.packed(LINE.repeat(1500));
        byte[] cut = Arrays.copyOf(packed, packed.length - 12);

        MockHttpServletResponse response =
                api.send(stream("").header("Content-Encoding", "gzip").content(cut));

        assertThat(response.getStatus()).as(body(response)).isEqualTo(400);
        assertThat(ApiUnderTest.<Integer>read(response, "$.stored")).isGreaterThan(1000);
    }

    @Test
    void an_empty_stream_creates_nothing() {
        assertThat(api.send(stream("\n\n")).getStatus()).isEqualTo(200);
    }

    @Test
    void a_bad_line_is_named_and_all_before_it_are_stored() {
        MockHttpServletResponse response = api.send(stream(LINE.repeat(1200) + "{\"payload\":1}\n" + LINE));

        assertThat(response.getStatus()).isEqualTo(400);
        assertThat(ApiUnderTest.<Integer>read(response, "$.line")).isEqualTo(1201);
        assertThat(ApiUnderTest.<Integer>read(response, "$.stored")).isEqualTo(1200);
        assertThat(ApiUnderTest.<String>read(response, "$.field")).isEqualTo("error.message");
        assertThat(ApiUnderTest.<String>read(response, "$.detail")).startsWith("line 1201: ");
        assertThat(api.store.tallies().byStatus().total()).isEqualTo(1200);
    }

    @Test
    void a_line_that_is_too_long_is_413() {
        String huge = " ".repeat(ApiUnderTest.MAX_BODY + 1);

        MockHttpServletResponse response = api.send(stream(LINE + huge + LINE));

        assertThat(response.getStatus()).isEqualTo(413);
        assertThat(ApiUnderTest.<Integer>read(response, "$.line")).isEqualTo(2);
        assertThat(ApiUnderTest.<Integer>read(response, "$.stored")).isEqualTo(1);
    }

    @Test
    void a_stream_sent_again_under_its_key_stores_nothing_twice() {
        api.send(stream(LINE.repeat(3)).header("Idempotency-Key", "s-1"));

        MockHttpServletResponse again = api.send(stream(LINE.repeat(4)).header("Idempotency-Key", "s-1"));

        assertThat(ApiUnderTest.<Integer>read(again, "$.captured")).isEqualTo(1);
        assertThat(ApiUnderTest.<Integer>read(again, "$.duplicates")).isEqualTo(3);
    }

    private static String lines(int first, int last) {
        return IntStream.rangeClosed(first, last)
                .mapToObj(n -> LINE.replace("\"n\":1", "\"n\":" + n))
                .collect(Collectors.joining());
    }

    @Test
    void the_rest_after_a_bad_line_is_stored_although_it_comes_under_the_same_key() {
        api.send(stream(lines(1, 9) + "{\"payload\":10}\n" + lines(11, 20)).header("Idempotency-Key", "s-1"));

        MockHttpServletResponse rest = api.send(stream(lines(10, 20)).header("Idempotency-Key", "s-1"));
        MockHttpServletResponse restAgain = api.send(stream(lines(10, 20)).header("Idempotency-Key", "s-1"));

        assertThat(ApiUnderTest.<Integer>read(rest, "$.captured")).isEqualTo(11);
        assertThat(ApiUnderTest.<Integer>read(rest, "$.duplicates")).isZero();
        assertThat(ApiUnderTest.<Integer>read(restAgain, "$.captured")).isZero();
        assertThat(api.store.tallies().byStatus().total()).isEqualTo(20);
    }

    @Test
    void the_whole_stream_with_its_bad_line_repaired_stores_nothing_twice() {
        String key = "k".repeat(255);
        api.send(stream(lines(1, 9) + "{\"payload\":10}\n" + lines(11, 20)).header("Idempotency-Key", key));

        MockHttpServletResponse whole = api.send(stream(lines(1, 20)).header("Idempotency-Key", key));

        assertThat(ApiUnderTest.<Integer>read(whole, "$.captured")).isEqualTo(11);
        assertThat(ApiUnderTest.<Integer>read(whole, "$.duplicates")).isEqualTo(9);
        assertThat(api.store.tallies().byStatus().total()).isEqualTo(20);
    }

    @Test
    void when_the_store_fails_in_the_middle_the_sender_gets_the_line_to_continue_from() {
        api.store.goAwayAfter(2);

        MockHttpServletResponse response = api.send(stream(LINE.repeat(3000)));

        assertThat(response.getStatus()).isEqualTo(503);
        assertThat(response.getHeader("Retry-After")).isEqualTo("5");
        assertThat(ApiUnderTest.<Integer>read(response, "$.stored")).isEqualTo(2000);
        assertThat(ApiUnderTest.<Integer>read(response, "$.line")).isEqualTo(2001);
    }

    @Test
    void a_line_for_a_foreign_channel_stops_the_stream() {
        api.as(Role.PRODUCER, "orders");

        MockHttpServletResponse response = api.send(stream(LINE + LINE.replace("orders", "payments")));

        assertThat(response.getStatus()).isEqualTo(403);
        assertThat(ApiUnderTest.<Integer>read(response, "$.line")).isEqualTo(2);
    }

    @Test
    void a_long_stream_is_never_in_memory_and_never_ahead_of_the_store() throws IOException {
        int lines = 200_000;
        Endless body = new Endless(LINE.getBytes(StandardCharsets.UTF_8), lines);
        ForgetfulStore store = new ForgetfulStore(body);
        try (Redrive redrive = Redrive.on(store).open()) {
            CaptureApi capture = new CaptureApi(redrive, api.settings);
            MockHttpServletRequest request = new MockHttpServletRequest("POST", "/dlq") {
                @Override
                public ServletInputStream getInputStream() {
                    return body;
                }
            };
            request.setAttribute(Caller.class.getName(), ApiUnderTest.caller(Role.PRODUCER));
            MockHttpServletResponse response = new MockHttpServletResponse();

            capture.captureStream(request, response);

            assertThat(ApiUnderTest.<Integer>read(response, "$.captured")).isEqualTo(lines);
            assertThat(store.largestBatch).isLessThanOrEqualTo(1000);
            assertThat(store.furthestAhead).isLessThan(2 * 1024 * 1024);
        }
    }

    /** Takes letters and keeps none; notes how far the reading was ahead. */
    private static final class ForgetfulStore extends ForwardingStore {
        private final Endless body;
        private long storedBytes;
        private int largestBatch;
        private long furthestAhead;

        ForgetfulStore(Endless body) {
            super(new InMemoryDeadLetterStore(InstantSource.system()));
            this.body = body;
        }

        @Override
        public List<CaptureResult> capture(List<NewLetter> letters) {
            furthestAhead = Math.max(furthestAhead, body.read - storedBytes);
            largestBatch = Math.max(largestBatch, letters.size());
            storedBytes += (long) letters.size() * body.line.length;
            return letters.stream().map(l -> new CaptureResult(l.id(), true)).toList();
        }
    }

    /** The same line again and again. */
    private static final class Endless extends ServletInputStream {
        private final byte[] line;
        private final long total;
        private long read;

        Endless(byte[] line, long times) {
            this.line = line;
            this.total = line.length * times;
        }

        @Override
        public int read() {
            return read == total ? -1 : line[(int) (read++ % line.length)];
        }

        @Override
        public int read(byte[] into, int from, int length) {
            if (read == total) return -1;
            int count = (int) Math.min(length, total - read);
            for (int i = 0; i < count; i++) into[from + i] = line[(int) (read++ % line.length)];
            return count;
        }

        @Override
        public boolean isFinished() {
            return read == total;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new UnsupportedOperationException("this stream is only read by a waiting thread");
        }
    }
}
