package dev.redrive.server.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.redrive.classify.Classification;
import dev.redrive.classify.Classifier;
import dev.redrive.classify.ErrorFacts;
import dev.redrive.classify.HasRetryAfter;
import dev.redrive.contract.SettableClock;
import dev.redrive.engine.RejectedByTarget;
import dev.redrive.engine.Target;
import dev.redrive.letter.Category;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Retryability;
import dev.redrive.server.config.ChannelSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpTargetTest {
    private static final String TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    private static final String OTHER_TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    private final SettableClock clock = SettableClock.standing();
    private Map<String, String> trace = Map.of();
    private Receiver receiver;

    @BeforeEach
    void open() throws IOException {
        receiver = new Receiver();
    }

    @AfterEach
    void close() {
        receiver.close();
    }

    private HttpTarget target(Map<String, String> headers) {
        return new HttpTarget(
                new ChannelSettings.HttpTarget(
                        receiver.url("/payments?key=hidden"), Duration.ofSeconds(20), headers, Optional.empty()),
                new Outbound(),
                letter -> trace,
                clock);
    }

    private Receiver.Got sent(DeadLetter letter) throws Exception {
        assertThat(target(Map.of()).send(letter)).isEqualTo(new Target.Delivery.Done());
        return receiver.next();
    }

    private static Classification classified(Throwable thrown) {
        return new Classifier(List.of()).classify(ErrorFacts.chain(thrown));
    }

    // Request

    @Test
    void every_digit_and_space_of_a_payload_arrives() throws Exception {
        String payload = "{ \"id\": 9007199254740993, \"price\": 0.1000 }";

        Receiver.Got got = sent(TestLetters.saying(payload));

        assertThat(got.method()).isEqualTo("POST");
        assertThat(got.path()).isEqualTo("/payments");
        assertThat(got.body()).isEqualTo(payload);
    }

    @Test
    void the_content_type_is_the_letters_own_or_what_the_payload_looks_like() throws Exception {
        assertThat(sent(TestLetters.saying("<a/>", Map.of("content-type", "application/xml")))
                        .headers()
                        .get("Content-Type"))
                .containsExactly("application/xml");
        for (String json : List.of("{}", " [1, 2]\n", "\"hello\"", "42"))
            assertThat(sent(TestLetters.saying(json)).headers().getFirst("Content-Type"))
                    .isEqualTo("application/json");
        for (String text : List.of("hello", "{ends early", "[1, 2"))
            assertThat(sent(TestLetters.saying(text)).headers().getFirst("Content-Type"))
                    .isEqualTo("text/plain; charset=utf-8");
        assertThat(sent(TestLetters.of(new byte[] {0, (byte) 0xff})).headers().getFirst("Content-Type"))
                .isEqualTo("application/octet-stream");
    }

    @Test
    void an_absent_payload_is_distinguished_from_an_empty_one() throws Exception {
        Receiver.Got absent =
                sent(TestLetters.absent(Map.of("Content-Type", "application/json", "redrive-payload", "forged")));
        Receiver.Got empty = sent(TestLetters.saying("", Map.of("redrive-payload", "absent")));

        assertThat(absent.headers().get("Redrive-Payload")).containsExactly("absent");
        assertThat(absent.headers()).doesNotContainKey("Content-Type");
        assertThat(absent.body()).isEmpty();
        assertThat(empty.headers()).doesNotContainKey("Redrive-Payload").containsKey("Content-Type");
    }

    @Test
    void bytes_that_are_no_text_arrive_as_they_are() throws Exception {
        byte[] payload = {0, 1, (byte) 0xff, (byte) 0xc3, 13, 10};

        Receiver.Got got = sent(TestLetters.of(payload));

        assertThat(got.body().getBytes(StandardCharsets.ISO_8859_1)).isEqualTo(payload);
    }

    @Test
    void it_says_which_letter_it_is_and_which_attempt() throws Exception {
        DeadLetter letter = TestLetters.saying("{}", Map.of("Idempotency-Key", "theirs", "redrive-id", "forged"));

        Receiver.Got got = sent(letter);

        assertThat(got.headers().get("Idempotency-Key")).containsExactly(letter.idempotencyKey());
        assertThat(got.headers().get("redrive-idempotency-key")).containsExactly(letter.idempotencyKey());
        assertThat(got.headers().get("redrive-id")).containsExactly(letter.id().toString());
        assertThat(got.headers().get("redrive-attempt")).containsExactly("1");
    }

    @ParameterizedTest
    @CsvSource({
        "X-Tenant, acme, true",
        "x-correlation-id, 42, true",
        "Accept-Language, de, true",
        "Content-Encoding, identity, true",
        "Authorization, Bearer secret, false",
        "Cookie, session=1, false",
        "Host, elsewhere.example, false",
        "Connection, close, false",
        "Keep-Alive, timeout=5, false",
        "Content-Length, 3, false",
        "Transfer-Encoding, chunked, false",
        "TE, trailers, false",
        "Trailer, X-Sum, false",
        "Upgrade, h2c, false",
        "Expect, 100-continue, false",
        "Proxy-Authorization, Basic secret, false",
        "Proxy-Anything, 1, false",
        "redrive-anything, 1, false",
        "bad name, 1, false",
        "kopf:zeile, 1, false",
    })
    void headers_of_the_letter_go_along_unless_they_belong_elsewhere(String name, String value, boolean forwarded)
            throws Exception {
        Receiver.Got got = sent(TestLetters.saying("{}", Map.of(name, value)));

        List<String> values = got.headers().getOrDefault(name, List.of());
        assertThat(values.contains(value)).isEqualTo(forwarded);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nX-Evil: 1", "a\nb", "grün", "\u0000"})
    void a_header_value_that_http_cannot_carry_stays_behind(String value) throws Exception {
        Receiver.Got got = sent(TestLetters.saying("{}", Map.of("X-Odd", value)));

        assertThat(got.headers()).doesNotContainKeys("X-Odd", "X-Evil");
    }

    @Test
    void headers_are_bounded_in_number_and_size() throws Exception {
        Map<String, String> many = new LinkedHashMap<>();
        many.put("X-Huge", "x".repeat(5000));
        for (int i = 0; i < 500; i++) many.put("X-Many-" + i, "1");

        Receiver.Got got = sent(TestLetters.saying("{}", many));

        assertThat(got.headers()).doesNotContainKey("X-huge");
        assertThat(got.headers().keySet().stream().filter(name -> name.startsWith("X-many-")))
                .hasSize(64);
    }

    @Test
    void configured_headers_win_over_those_of_the_letter() throws Exception {
        target(Map.of("Authorization", "Bearer ours", "X-Tenant", "ours", "Content-Type", "application/vnd.acme"))
                .send(TestLetters.saying("{}", Map.of("x-tenant", "theirs", "Authorization", "Bearer theirs")));

        Receiver.Got got = receiver.next();
        assertThat(got.headers().get("Authorization")).containsExactly("Bearer ours");
        assertThat(got.headers().get("X-Tenant")).containsExactly("ours");
        assertThat(got.headers().get("Content-Type")).containsExactly("application/vnd.acme");
    }

    @Test
    void a_configured_header_that_cannot_be_sent_is_refused_at_the_start() {
        assertThatThrownBy(() -> target(Map.of("Host", "elsewhere")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("/payments cannot be used as configured")
                .hasMessageContaining("Host")
                .hasMessageNotContaining("hidden");
    }

    @Test
    void the_trace_is_that_of_the_delivery_and_not_the_letters_own() throws Exception {
        trace = Map.of("traceparent", TRACE);

        Receiver.Got got = sent(TestLetters.saying("{}", Map.of("Traceparent", OTHER_TRACE, "tracestate", "vendor=1")));

        assertThat(got.headers().get("traceparent")).containsExactly(TRACE);
        assertThat(got.headers()).doesNotContainKey("Tracestate");
    }

    @Test
    void a_delivery_without_a_trace_has_no_headers_of_one() throws Exception {
        Receiver.Got got = sent(TestLetters.saying("{}", Map.of("traceparent", TRACE, "tracestate", "vendor=1")));

        assertThat(got.headers()).doesNotContainKeys("Traceparent", "Tracestate");
    }

    @Test
    void connections_are_used_again() throws Exception {
        HttpTarget target = target(Map.of());
        receiver.saying(200, "{\"ok\":true}", Map.of());

        target.send(TestLetters.saying("1"));
        target.send(TestLetters.saying("2"));

        assertThat(receiver.next().clientPort()).isEqualTo(receiver.next().clientPort());
    }

    // Answer

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202, 204, 299})
    void any_2xx_means_done(int status) throws Exception {
        receiver.saying(status, "", Map.of());

        assertThat(target(Map.of()).send(TestLetters.saying("{}"))).isEqualTo(new Target.Delivery.Done());
    }

    @ParameterizedTest
    @CsvSource({
        "400, VALIDATION",
        "401, AUTHORIZATION",
        "403, AUTHORIZATION",
        "404, NOT_FOUND",
        "408, TIMEOUT",
        "409, DUPLICATE",
        "422, VALIDATION",
        "429, RATE_LIMIT",
        "500, DOWNSTREAM_FAILURE",
        "503, DOWNSTREAM_FAILURE",
        "504, TIMEOUT",
    })
    void other_answers_are_classified_by_their_status(int status, Category category) {
        receiver.saying(status, "", Map.of());

        Throwable thrown = catchThrowable(() -> target(Map.of()).send(TestLetters.saying("{}")));

        assertThat(thrown).isInstanceOf(RejectedByTarget.class).hasMessageContaining("/payments answered " + status);
        assertThat(classified(thrown).category()).isEqualTo(category);
    }

    @Test
    void the_message_holds_the_start_of_a_textual_answer_on_one_line() {
        receiver.saying(503, "down\r\n\tfor\u0007 repair" + "x".repeat(1000), Map.of("Content-Type", "text/plain"));

        Throwable thrown = catchThrowable(() -> target(Map.of()).send(TestLetters.saying("{}")));

        assertThat(thrown.getMessage())
                .contains("answered 503: down for repairxxx")
                .doesNotContain("hidden");
    }

    @Test
    void an_answer_that_is_not_text_is_not_shown() {
        receiver.saying(500, "GIF89a", Map.of("Content-Type", "image/gif"));

        assertThatThrownBy(() -> target(Map.of()).send(TestLetters.saying("{}")))
                .hasMessageEndingWith("/payments answered 500");
    }

    @ParameterizedTest
    @CsvSource({
        "30, PT30S",
        "0, PT0S",
        "' 7 ', PT7S",
        "99999999999999999999, P1D",
        "'Mon, 02 Mar 2026 10:02:00 GMT', PT2M",
        "'Mon, 02 Mar 2026 09:00:00 GMT', PT0S",
        "'Tue, 02 Mar 2027 10:00:00 GMT', P1D",
    })
    void a_retry_after_is_passed_on(String retryAfter, Duration delay) {
        receiver.saying(429, "", Map.of("Retry-After", retryAfter));

        Throwable thrown = catchThrowable(() -> target(Map.of()).send(TestLetters.saying("{}")));

        assertThat(HasRetryAfter.in(thrown)).contains(delay);
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "-5", "1.5", "Mon, 99 Mar 2026 10:02:00 GMT"})
    void a_retry_after_that_makes_no_sense_is_ignored(String retryAfter) {
        receiver.saying(503, "", Map.of("Retry-After", retryAfter));

        Throwable thrown = catchThrowable(() -> target(Map.of()).send(TestLetters.saying("{}")));

        assertThat(HasRetryAfter.in(thrown)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void a_redirect_is_not_followed_and_waits_for_a_person_to_change_the_address(int status) throws Exception {
        try (Receiver elsewhere = new Receiver()) {
            receiver.saying(
                    status, "", Map.of("Location", elsewhere.url("/x?secret=1").toString()));

            Throwable thrown = catchThrowable(() -> target(Map.of()).send(TestLetters.saying("{}")));

            assertThat(thrown)
                    .hasMessageContaining("answered " + status + " and points to " + elsewhere.url("/x"))
                    .hasMessageContaining("redirects are not followed")
                    .hasMessageNotContaining("secret");
            assertThat(classified(thrown).retryability()).isEqualTo(Retryability.PERMANENT);
            assertThat(elsewhere.gotNothing()).isTrue();
        }
    }
}
