package dev.redrive.letter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class StackTraceTest {
    private static final String WRAPPED = """
        com.acme.OrderFailed: order 17 failed
        \tat com.acme.Orders.place(Orders.java:10)
        \tat com.acme.Main.main(Main.java:5)
        \tSuppressed: java.io.IOException: close of 17 failed
        \t\tat com.acme.Pool.close(Pool.java:1)
        \tCaused by: java.lang.Error: not the root
        \t\tat com.acme.Pool.free(Pool.java:2)
        Caused by: java.net.SocketTimeoutException: Read timed out
        after 5000 ms
        \tat java.base/java.net.Socket.read(Socket.java:99)
        \t... 2 more
        """;

    private static final String JAVASCRIPT = """
        Error: Failed to connect...
            at PaymentConnector.processPayment (/src/services/payment.ts:42:23)
            at EventHandler.handleEvent (/src/handlers/event-handler.ts:78:12)\
        """;

    private static final String PYTHON = """
        Traceback (most recent call last):
          File "/app/main.py", line 3, in handle
            parse(body)
          File "/app/parse.py", line 9, in parse
            json.loads(body)
        json.decoder.JSONDecodeError: Expecting value: line 1 column 1

        During handling of the above exception, another exception occurred:

        Traceback (most recent call last):
          File "/app/main.py", line 5, in handle
            raise ValidationError(17)
        ValidationError: 17
        """;

    @Test
    void an_exception_reads_as_the_jdk_prints_it() {
        Exception thrown = new IllegalStateException("outer", new IllegalArgumentException("inner"));
        StringWriter printed = new StringWriter();
        thrown.addSuppressed(new IOException("closing"));
        thrown.printStackTrace(new PrintWriter(printed));

        String text = StackTrace.of(thrown).text();

        assertThat(text).isEqualTo(printed.toString().replace(System.lineSeparator(), "\n"));
    }

    @Test
    void causes_and_suppressed_exceptions_in_a_ring_are_printed_once() {
        Exception first = new IllegalStateException("first");
        Exception second = new IllegalStateException("second", first);
        first.initCause(second);
        second.addSuppressed(first);

        String text = StackTrace.of(first).text();

        assertThat(text).containsOnlyOnce("first").containsOnlyOnce("second");
    }

    @Test
    void a_root_cause_that_a_suppressed_exception_shares_stays_the_root() {
        Exception root = new IllegalStateException("root");
        Exception outer = new RuntimeException("outer", new RuntimeException("middle", root));
        outer.addSuppressed(new RuntimeException("closing", root));

        StackTrace trace = StackTrace.of(outer);

        assertThat(trace.rootType()).contains("java.lang.IllegalStateException");
    }

    @Test
    void an_exception_whose_methods_throw_is_still_printed() {
        Exception hostile = new Hostile();

        assertThatCode(() -> StackTrace.of(hostile)).doesNotThrowAnyException();
        assertThat(StackTrace.of(hostile).text()).startsWith(Hostile.class.getName());
    }

    @Test
    void a_huge_exception_is_bounded_and_keeps_its_root_cause() {
        Throwable thrown = new IllegalArgumentException("the root");
        for (int i = 0; i < 500; i++) thrown = new IllegalStateException("x".repeat(10_000), thrown);

        StackTrace trace = StackTrace.of(thrown);

        assertThat(trace.text()).hasSizeLessThanOrEqualTo(64 * 1024).contains("the root");
        assertThat(trace.rootType()).contains("java.lang.IllegalArgumentException");
    }

    @Test
    void a_trace_that_fits_is_not_cut() {
        String text = "x".repeat(StackTrace.LIMIT);

        assertThat(StackTrace.ofText(text).cut().text()).isEqualTo(text);
    }

    @Test
    void a_cut_trace_keeps_its_beginning_and_its_root_cause() {
        String middle = "\tat com.acme.Some.method(Some.java:1)\n".repeat(30_000);
        String text = "com.acme.Outer: o\n" + middle
                + "Caused by: com.acme.Root: r\n\tat com.acme.Deep.down(D.java:3)\n" + middle;

        String cut = StackTrace.ofText(text).cut().text();

        assertThat(cut).hasSizeLessThanOrEqualTo(StackTrace.LIMIT).hasSizeGreaterThan(3500);
        assertThat(cut).startsWith("com.acme.Outer: o\n\tat com.acme.Some");
        assertThat(cut).containsPattern("\n\t\\.\\.\\. \\d+ characters cut \\.\\.\\.\nCaused by: com.acme.Root: r\n");
        assertThat(cut).contains("at com.acme.Deep.down(D.java:3)");
    }

    @Test
    void a_root_cause_with_a_long_message_still_shows_a_frame() {
        String text = "com.acme.Outer: o\n" + "\tat com.acme.A.a(A.java:1)\n".repeat(200) + "Caused by: com.acme.Root: "
                + "m".repeat(50_000) + "\n\tat com.acme.Deep.down(D.java:3)\n";

        String cut = StackTrace.ofText(text).cut().text();

        assertThat(cut).hasSizeLessThanOrEqualTo(StackTrace.LIMIT).contains("com.acme.Root: mmm", "Deep.down");
    }

    @Test
    void a_trace_without_a_cause_keeps_its_head() {
        String cut = StackTrace.ofText("head " + "z".repeat(1_000_000)).cut().text();

        assertThat(cut)
                .hasSizeLessThanOrEqualTo(StackTrace.LIMIT)
                .startsWith("head zzz")
                .endsWith(" characters cut ...");
    }

    @Test
    void a_cut_never_splits_a_surrogate_pair() {
        for (int shift = 0; shift < 3; shift++) {
            String text = "x".repeat(shift) + "\uD83D\uDE00".repeat(5000) + "\nCaused by: a.B: "
                    + "\uD83D\uDE00".repeat(5000);

            String cut = StackTrace.ofText(text).cut().text();

            assertThat(cut).hasSizeLessThanOrEqualTo(StackTrace.LIMIT).contains("Caused by: a.B: ");
            assertThat(cut).doesNotContain("\uFFFD");
        }
    }

    @Test
    void the_text_of_an_exception_never_splits_a_surrogate_pair() {
        for (int shift = 0; shift < 3; shift++) {
            Exception thrown = new IllegalStateException("x".repeat(shift) + "\uD83D\uDE00".repeat(5000));
            for (int i = 0; i < 30; i++) thrown = new IllegalStateException("\uD83D\uDE00".repeat(2000), thrown);

            assertThat(StackTrace.of(thrown).text()).contains("characters cut").doesNotContain("\uFFFD");
        }
    }

    @Test
    void what_postgresql_cannot_hold_is_replaced() {
        String dirty = "a\0b\uD83Dc\uDE00d\uD83D\uDE00e\uD83D";

        assertThat(StackTrace.ofText(dirty).text()).isEqualTo("a\uFFFDb\uFFFDc\uFFFDd\uD83D\uDE00e\uFFFD");
    }

    @Test
    void messages_are_parted_from_the_frames() {
        StackTrace.Split split = StackTrace.ofText(WRAPPED).split();

        assertThat(split.messages())
                .containsExactly(
                        "order 17 failed", "close of 17 failed", "not the root", "Read timed out\nafter 5000 ms");
        assertThat(split.frames())
                .startsWith("com.acme.OrderFailed: \u0001\n\tat com.acme")
                .contains("\nCaused by: java.net.SocketTimeoutException: \u0001\n\tat java.base/");
    }

    @Test
    void traces_that_differ_in_their_messages_share_their_frames() {
        String other = WRAPPED.replace("17", "4711").replace("timed out\nafter", "ti\nmed\n\nout, after");

        assertThat(StackTrace.ofText(other).split().frames())
                .isEqualTo(StackTrace.ofText(WRAPPED).split().frames());
        assertThat(StackTrace.ofText(PYTHON.replace("column 1", "column 2"))
                        .split()
                        .frames())
                .isEqualTo(StackTrace.ofText(PYTHON).split().frames());
    }

    @Test
    void split_and_join_give_the_same_text_again() {
        List<String> texts = List.of(
                WRAPPED,
                JAVASCRIPT,
                PYTHON,
                "",
                "\n",
                "x",
                "a.B",
                "a.B:",
                "a.B: ",
                "a.B:\r\n\tat x\r\n",
                "Caused by: ",
                "\n\n a.B: c\n\tat d",
                "\tat a.b(c)",
                "no type here: x",
                "a.B\nmore\n\tat x",
                "has \u0001 in it: x\n\tat y");

        for (String text : texts) assertRoundTrip(text);
        assertThat(StackTrace.ofText("has: \u0001").split().messages()).isEmpty();
    }

    @Test
    void split_and_join_give_the_same_text_again_for_random_text() {
        Random random = new Random(42);
        String[] parts = {
            "\n",
            "\r\n",
            "\t",
            " ",
            "at ",
            "...",
            "Caused by: ",
            "Suppressed: ",
            "a.B",
            ": ",
            ":",
            "File \"",
            "\u0001",
            "Traceback (most recent call last):\n",
            "Exception in thread \"",
            "\" ",
            "\uD83D\uDE00",
            "msg",
            "\0"
        };

        for (int round = 0; round < 20_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(25); i > 0; i--) text.append(parts[random.nextInt(parts.length)]);
            assertRoundTrip(text.toString());
        }
    }

    @Test
    void the_root_cause_is_the_last_of_the_chain_and_not_a_suppressed_one() {
        StackTrace trace = StackTrace.ofText(WRAPPED);

        assertThat(trace.rootType()).contains("java.net.SocketTimeoutException");
        assertThat(trace.chain())
                .extracting(StackTrace.Thrown::type)
                .containsExactly("com.acme.OrderFailed", "java.net.SocketTimeoutException");
        assertThat(trace.frames())
                .containsExactly(
                        "java.base/java.net.Socket.read(Socket.java:99)",
                        "com.acme.Orders.place(Orders.java:10)",
                        "com.acme.Main.main(Main.java:5)");
    }

    @Test
    void the_chain_is_the_same_with_and_without_the_messages() {
        for (String text : List.of(WRAPPED, JAVASCRIPT, PYTHON)) {
            StackTrace.Split split = StackTrace.ofText(text).split();
            List<StackTrace.Thrown> marked = StackTrace.ofText(split.frames()).chain();
            List<StackTrace.Thrown> whole = StackTrace.ofText(text).chain();

            assertThat(marked).hasSameSizeAs(whole);
            for (int i = 0; i < whole.size(); i++) {
                assertThat(marked.get(i).type()).isEqualTo(whole.get(i).type());
                assertThat(marked.get(i).frames()).isEqualTo(whole.get(i).frames());
                assertThat(split.messages().get(marked.get(i).part()))
                        .isEqualTo(whole.get(i).message());
            }
        }
    }

    @Test
    void a_javascript_trace_has_a_type_a_message_and_frames() {
        StackTrace trace = StackTrace.ofText(JAVASCRIPT);

        assertThat(trace.rootType()).contains("Error");
        assertThat(trace.split().messages()).containsExactly("Failed to connect...");
        assertThat(trace.frames())
                .first()
                .isEqualTo("PaymentConnector.processPayment (/src/services/payment.ts:42:23)");
    }

    @Test
    void in_a_python_trace_the_first_exception_is_the_root_and_the_last_frame_the_innermost() {
        StackTrace trace = StackTrace.ofText(PYTHON);

        assertThat(trace.rootType()).contains("json.decoder.JSONDecodeError");
        assertThat(trace.frames()).first().isEqualTo("File \"/app/parse.py\", line 9, in parse");
        assertThat(trace.split().messages()).containsExactly("Expecting value: line 1 column 1", "17");
    }

    @Test
    @Timeout(20)
    void hostile_text_costs_time_in_proportion_to_its_length() {
        for (String piece : List.of(
                "Caused by: ",
                "Caused by:\n",
                "Caused by: a\n",
                "\tat ",
                "\tat (\n",
                ": ",
                "\n",
                "Suppressed: \n",
                " ")) {
            String text = piece.repeat(1_000_000 / piece.length());
            long start = System.nanoTime();

            StackTrace trace = StackTrace.ofText(text);
            assertThat(trace.cut().text()).hasSizeLessThanOrEqualTo(StackTrace.LIMIT);
            assertRoundTrip(text);
            assertThat(trace.frames()).isNotNull();

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
        }
    }

    private static void assertRoundTrip(String text) {
        StackTrace trace = StackTrace.ofText(text);
        StackTrace.Split split = trace.split();
        assertThat(StackTrace.join(split.frames(), split.messages())).isEqualTo(trace);
    }

    @SuppressWarnings("serial")
    private static final class Hostile extends RuntimeException {
        @Override
        public String getMessage() {
            throw new IllegalStateException("no message for you");
        }

        @Override
        public String toString() {
            throw new StackOverflowError("nor this");
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            throw new IllegalStateException("nor frames");
        }

        @Override
        public synchronized Throwable getCause() {
            throw new IllegalStateException("nor a cause");
        }
    }
}
