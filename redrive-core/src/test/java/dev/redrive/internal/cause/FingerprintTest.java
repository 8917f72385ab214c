package dev.redrive.internal.cause;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.cause.Fingerprint;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.StackTrace;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class FingerprintTest {
    private static final String TRACE = """
        com.acme.OrderFailed: order 17 failed
        \tat com.acme.Orders.place(Orders.java:10)
        \tat org.springframework.aop.framework.CglibAopProxy.intercept(CglibAopProxy.java:7)
        \tat com.acme.Orders$$SpringCGLIB$$0.place(<generated>)
        \tat com.acme.Main.main(Main.java:5)
        Caused by: java.net.SocketTimeoutException: Read timed out after 5000 ms
        \tat java.base/java.net.Socket.read(Socket.java:99)
        \tat app//com.acme.Http.lambda$get$3(Http.java:20)
        \tat com.acme.Http$1.call(Http.java:31)
        \t... 2 more
        """;

    @Test
    void the_frames_are_those_of_the_application_without_lines_and_counters() {
        Fingerprint fingerprint = fingerprint(TRACE);

        assertThat(fingerprint.type()).isEqualTo("java.net.SocketTimeoutException");
        assertThat(fingerprint.frames()).containsExactly("com.acme.Http.lambda$get", "com.acme.Http$.call");
        assertThat(fingerprint.title()).isEqualTo("SocketTimeoutException: Read timed out after <n> ms");
    }

    @Test
    void the_same_bug_with_other_numbers_lines_and_wrapping_is_one_cause() {
        String other = TRACE.replace("5000", "30000")
                .replace("17", "18")
                .replace(".java:20", ".java:21")
                .replace("$get$3", "$get$12")
                .replace("Orders.place", "Orders.cancel");

        assertThat(fingerprint(other).id()).isEqualTo(fingerprint(TRACE).id());
    }

    @Test
    void another_frame_another_type_or_another_wording_is_another_cause() {
        CauseId id = fingerprint(TRACE).id();

        assertThat(fingerprint(TRACE.replace("Http.lambda$get", "Http.lambda$put"))
                        .id())
                .isNotEqualTo(id);
        assertThat(fingerprint(TRACE.replace("SocketTimeout", "Connect")).id()).isNotEqualTo(id);
        assertThat(fingerprint(TRACE.replace("Read timed out", "Connect timed out"))
                        .id())
                .isNotEqualTo(id);
    }

    // Targets

    private static Fingerprint thrown(String type, String message, String frames) {
        return Fingerprints.of(type, null, message, StackTrace.ofText(type + ": " + message + "\n" + frames));
    }

    private static Fingerprint refused(String message) {
        return thrown("dev.redrive.engine.RejectedByTarget", message, """
                \tat dev.redrive.server.target.HttpTarget.rejection(HttpTarget.java:99)
                \tat dev.redrive.server.target.HttpTarget.send(HttpTarget.java:57)
                \tat dev.redrive.internal.engine.AttemptRunner.deliver(AttemptRunner.java:98)
                \tat java.base/java.util.concurrent.ThreadPoolExecutor.runWorker(ThreadPoolExecutor.java:1136)
                """);
    }

    @Test
    void refusals_are_grouped_by_target_and_status() {
        Fingerprint billing = refused("http://billing:8080/charges answered 503: overloaded, request 7f3a91");

        assertThat(refused("http://billing:8080/charges answered 503: <html>busy</html>")
                        .id())
                .isEqualTo(billing.id());
        assertThat(List.of(
                        billing.id(),
                        refused("http://billing:8080/charges answered 500: overloaded, request 7f3a91")
                                .id(),
                        refused("http://billing:8080/refunds answered 503").id(),
                        refused("http://billing:8081/charges answered 503").id(),
                        refused("http://stock:8080/charges answered 503").id()))
                .doesNotHaveDuplicates();
        assertThat(billing.frames()).isEmpty();
        assertThat(billing.title()).isEqualTo("RejectedByTarget: http://billing:8080/charges answered 503");
    }

    @Test
    void what_a_target_does_not_take_is_grouped_by_what_it_says() {
        Fingerprint amount = refused("http://billing/charges answered 422: order 17: the amount is negative");

        assertThat(refused("http://billing/charges answered 422: order 18: the amount is negative")
                        .id())
                .isEqualTo(amount.id());
        assertThat(refused("http://billing/charges answered 422: order 17: the currency is unknown")
                        .id())
                .isNotEqualTo(amount.id());
    }

    @Test
    void refusals_of_topics_are_grouped_by_topic() {
        Fingerprint v1 = refused("orders-v1 does not take the record: 1048588 bytes are too many");

        assertThat(refused("orders-v1 does not take the record: 2000000 bytes are too many")
                        .id())
                .isEqualTo(v1.id());
        assertThat(refused("orders-v2 does not take the record: 1048588 bytes are too many")
                        .id())
                .isNotEqualTo(v1.id());
    }

    @Test
    void a_target_that_cannot_be_reached_is_a_cause_of_its_own() {
        Fingerprint billing = unreachable("http://billing:8080/charges");

        assertThat(unreachable("http://billing:8080/charges").id()).isEqualTo(billing.id());
        assertThat(unreachable("http://stock:8080/items").id()).isNotEqualTo(billing.id());
    }

    private static Fingerprint unreachable(String where) {
        return thrown("java.net.ConnectException", "cannot connect to " + where, """
                \tat dev.redrive.server.target.Outbound.readable(Outbound.java:101)
                \tat dev.redrive.server.target.HttpTarget.send(HttpTarget.java:57)
                Caused by: java.net.ConnectException
                \tat java.net.http/jdk.internal.net.http.HttpClientImpl.send(HttpClientImpl.java:951)
                \tat dev.redrive.server.target.Outbound.sendOnce(Outbound.java:77)
                \t... 9 more
                """);
    }

    @Test
    void no_frame_of_ours_is_part_of_a_fingerprint() {
        String trace = """
                java.lang.NullPointerException: name
                \tat java.base/java.util.Objects.requireNonNull(Objects.java:259)
                \tat dev.redrive.internal.engine.AttemptRunner.deliver(AttemptRunner.java:98)
                \tat java.base/java.lang.Thread.run(Thread.java:840)
                """;

        assertThat(fingerprint(trace).frames()).containsExactly("java.util.Objects.requireNonNull");
        assertThat(fingerprint(trace.replace("requireNonNull(Objects", "get(Objects"))
                        .id())
                .isNotEqualTo(fingerprint(trace).id());
        String otherFrame = trace.replace("AttemptRunner.deliver", "Engine.work");
        assertThat(otherFrame).isNotEqualTo(trace);
        assertThat(fingerprint(otherFrame).id()).isEqualTo(fingerprint(trace).id());
    }

    @Test
    void an_example_is_an_application_like_any_other() {
        String trace = """
                java.lang.IllegalStateException: sold out
                \tat dev.redrive.examples.shop.Warehouse.pick(Warehouse.java:12)
                \tat dev.redrive.internal.engine.AttemptRunner.deliver(AttemptRunner.java:98)
                """;

        assertThat(fingerprint(trace).frames()).containsExactly("dev.redrive.examples.shop.Warehouse.pick");
    }

    @Test
    void when_the_root_has_only_frames_of_libraries_the_next_exception_outwards_decides() {
        String trace = TRACE.replace("app//com.acme.Http", "okhttp3.Http").replace("com.acme.Http$1", "okio.Http$1");

        assertThat(fingerprint(trace).frames()).containsExactly("com.acme.Orders.place", "com.acme.Main.main");
    }

    @Test
    void without_frames_of_the_application_the_first_three_of_any_kind_count() {
        String trace = """
            java.lang.Error: x
            \tat java.base/java.A.a(A.java:1)
            \tat java.B.b(B.java:2)
            \tat java.C.c(C.java)
            \tat java.D.d(D.java)
            """;

        assertThat(fingerprint(trace).frames()).containsExactly("java.A.a", "java.B.b", "java.C.c");
    }

    @Test
    void javascript_and_python_frames_lose_their_positions() {
        String javascript = """
            Error: x
                at async Pay.run (/src/pay.ts:42:23)
                at f (/x/node_modules/y/z.js:1:1)
                at /src/main.ts:7:1
            """;
        String python = """
            Traceback (most recent call last):
              File "/app/a.py", line 3, in main
                b()
              File "/app/b.py", line 9, in b
                1/0
            ZeroDivisionError: division by zero
            """;

        assertThat(fingerprint(javascript).frames()).containsExactly("Pay.run (/src/pay.ts)", "/src/main.ts");
        assertThat(fingerprint(python).frames())
                .containsExactly("File \"/app/b.py\", in b", "File \"/app/a.py\", in main");
        assertThat(fingerprint(python).title()).isEqualTo("ZeroDivisionError: division by zero");
    }

    @Test
    void without_a_trace_type_code_and_wording_decide() {
        Fingerprint first = Fingerprints.of("PaymentError", "E1", "order 17 declined", StackTrace.none());

        assertThat(Fingerprints.of("PaymentError", "E1", "order 9 declined", StackTrace.none()))
                .isEqualTo(first);
        assertThat(Fingerprints.of("PaymentError", "E2", "order 17 declined", StackTrace.none())
                        .id())
                .isNotEqualTo(first.id());
        assertThat(Fingerprints.of("PaymentError", null, "order 17 declined", StackTrace.none())
                        .id())
                .isNotEqualTo(first.id());
        assertThat(first.title()).isEqualTo("PaymentError: order <n> declined");
    }

    @Test
    void a_cached_shape_gives_the_same_fingerprint() {
        StackTrace.Split split = StackTrace.ofText(TRACE).split();

        Fingerprint cached = Fingerprints.of("t", null, "m", TraceShape.of(split.frames()), split.messages());

        assertThat(cached).isEqualTo(fingerprint(TRACE));
    }

    /** Written down, because a change here takes every known cause apart: raise the version then. */
    @Test
    void ids_stay_the_same_from_release_to_release() {
        Fingerprint fingerprint = Fingerprints.of("PaymentError", "E1", "order 17 declined", StackTrace.none());

        assertThat(fingerprint.version()).isEqualTo(2);
        assertThat(fingerprint.id()).hasToString("e599e266-653d-8754-a0e1-befcf0adca90");
        assertThat(fingerprint(TRACE).id()).hasToString("c0732ef8-9682-843b-ab08-f8ee8ea8ed1a");
        assertThat(CauseId.of(fingerprint.id().toString())).isEqualTo(fingerprint.id());
        assertThat(fingerprint.id().value().version()).isEqualTo(8);
        assertThat(fingerprint.id().value().variant()).isEqualTo(2);
    }

    @Test
    @Timeout(20)
    void hostile_input_costs_time_in_proportion_to_its_length() {
        for (String piece : List.of(
                "'",
                "\"",
                "`",
                "1",
                "(",
                "Caused by:",
                "Caused by: a: '\n",
                "a@",
                "12:",
                "a:",
                "1.",
                "-",
                "\tat (\n",
                "\tat a/0x(\n",
                "\uD83D\uDE00",
                "\\")) {
            String text = piece.repeat(1_000_000 / piece.length());
            long start = System.nanoTime();

            Fingerprint fingerprint = Fingerprints.of(text, text, text, StackTrace.ofText(text));

            assertThat(fingerprint.message()).hasSizeLessThanOrEqualTo(300);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
        }
    }

    private static Fingerprint fingerprint(String trace) {
        return Fingerprints.of("ignored", "ignored", "ignored", StackTrace.ofText(trace));
    }
}
