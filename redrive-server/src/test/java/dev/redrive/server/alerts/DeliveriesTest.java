package dev.redrive.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.redrive.alert.AlertMessage;
import dev.redrive.alert.AlertMessage.Delivery;
import dev.redrive.contract.SettableClock;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.StatusCounts;
import dev.redrive.server.config.AlertSettings.Email;
import dev.redrive.server.config.AlertSettings.Severity;
import dev.redrive.server.config.AlertSettings.Subject;
import dev.redrive.server.config.AlertSettings.Webhook;
import dev.redrive.server.target.Outbound;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(90)
class DeliveriesTest {
    private static final List<Duration> PAUSES =
            List.of(Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofMillis(1));

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final TestAlertLog alertLog = new TestAlertLog();
    private final SettableClock clock = SettableClock.standing();
    private final List<String> counted = new CopyOnWriteArrayList<>();
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : open) one.close();
    }

    // Notification channels

    private Deliveries deliveries(Notifier... notifiers) {
        Deliveries deliveries = new Deliveries(
                List.of(notifiers),
                Map.of(),
                alertLog,
                (notifier, severity) -> counted.add(notifier + " " + severity),
                PAUSES);
        open.add(0, deliveries);
        return deliveries;
    }

    private static Alert alert(AlertMessage.Kind kind, String rule, @Nullable String channel, String text) {
        AlertMessage message = new AlertMessage(
                "01", rule, channel, "error", kind, text, Instant.parse("2026-03-02T10:00:00Z"), List.of());
        RuleResult result = new RuleResult(
                AlertFixture.above(rule, Subject.FAILED, 10),
                Optional.ofNullable(channel),
                OptionalDouble.of(12),
                true);
        return new Alert(
                message,
                Severity.ERROR,
                Optional.of(result),
                new StatusCounts(Map.of(LetterStatus.PENDING, 7L, LetterStatus.FAILED, 12L)));
    }

    private static Alert alert() {
        return alert(AlertMessage.Kind.STARTED, "FailedLetters", "orders", "12 letters failed");
    }

    private Delivery outcome(Notifier notifier) throws InterruptedException {
        deliveries(notifier).deliver(alert());
        return alertLog.awaitOutcomes("01", 1).deliveries().get(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x"})
    void a_long_error_is_not_cut_within_a_character(String start) throws Exception {
        Delivery outcome = outcome(failing(start + "😀".repeat(400)));

        assertThat(outcome.error()).endsWith("😀…");
    }

    private static Notifier failing(String message) {
        return new Notifier() {
            @Override
            public String name() {
                return "failing";
            }

            @Override
            public void send(Alert alert) {
                throw new IllegalStateException(message);
            }
        };
    }

    // Web

    private static WebhookPost post() {
        return new WebhookPost(new Outbound(), TIMEOUT);
    }

    private record Got(String path, com.sun.net.httpserver.Headers headers, String body) {}

    private interface Answers {
        int next();
    }

    private URI server(BlockingQueue<Got> got, Answers answers) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> answer(exchange, got, answers.next()));
        server.start();
        open.add(() -> server.stop(0));
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/T000/B000/secret");
    }

    private static void answer(HttpExchange exchange, BlockingQueue<Got> got, int status) throws IOException {
        try (exchange) {
            got.add(new Got(
                    exchange.getRequestURI().getPath(),
                    exchange.getRequestHeaders(),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
            exchange.getResponseHeaders().add("Location", "/elsewhere");
            exchange.sendResponseHeaders(status, -1);
        }
    }

    private static Got next(BlockingQueue<Got> got) throws InterruptedException {
        Got next = got.poll(20, TimeUnit.SECONDS);
        if (next == null) throw new AssertionError("nothing came");
        return next;
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }

    @Test
    void slack_gets_one_text_with_what_happened() throws Exception {
        BlockingQueue<Got> got = new LinkedBlockingQueue<>();
        Notifier slack = new SlackNotifier(server(got, () -> 200), post());
        deliveries(slack).deliver(alert(AlertMessage.Kind.STARTED, "Failed", "orders", "a cause: <!channel> & more"));

        Got message = next(got);

        assertThat(message.headers().getFirst("Content-Type")).isEqualTo("application/json");
        assertThat(json(message.body()).get("text").asString())
                .isEqualTo(":x: *[ERROR] Failed in orders*\na cause: &lt;!channel&gt; &amp; more\n"
                        + "7 pending, 0 retrying, 12 failed, 0 manual");
        assertThat(alertLog.awaitOutcomes("01", 1).deliveries()).containsExactly(new Delivery("slack", true, 1, null));
        assertThat(counted).containsExactly("slack ERROR");
    }

    @Test
    void a_webhook_gets_a_signed_cloud_event() throws Exception {
        BlockingQueue<Got> got = new LinkedBlockingQueue<>();
        Webhook settings = new Webhook(server(got, () -> 204), Optional.of("shared secret"));
        deliveries(new WebhookNotifier(settings, post(), clock)).deliver(alert());

        Got message = next(got);

        assertThat(message.headers().getFirst("Content-Type")).isEqualTo("application/cloudevents+json");
        JsonNode event = json(message.body());
        assertThat(event.get("specversion").asString()).isEqualTo("1.0");
        assertThat(event.get("id").asString()).isEqualTo("01");
        assertThat(event.get("type").asString()).isEqualTo("dev.redrive.alert.started");
        assertThat(event.get("source").asString()).isEqualTo("/dlq/alerts");
        assertThat(event.get("subject").asString()).isEqualTo("FailedLetters");
        assertThat(event.get("time").asString()).isEqualTo("2026-03-02T10:00:00Z");
        assertThat(event.get("data").get("channel").asString()).isEqualTo("orders");
        assertThat(event.get("data").get("value").asDouble()).isEqualTo(12);
        assertThat(event.get("data").get("letters").get("failed").asInt()).isEqualTo(12);
        long seconds = clock.instant().getEpochSecond();
        assertThat(message.headers().getFirst("X-Redrive-Signature"))
                .isEqualTo("t=" + seconds + ",v1=" + hmac("shared secret", seconds + "." + message.body()));
    }

    private static String hmac(String secret, String text) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void a_webhook_without_a_secret_is_not_signed() throws Exception {
        BlockingQueue<Got> got = new LinkedBlockingQueue<>();
        Webhook settings = new Webhook(server(got, () -> 200), Optional.empty());

        Delivery delivery = outcome(new WebhookNotifier(settings, post(), clock));

        assertThat(delivery.delivered()).isTrue();
        assertThat(next(got).headers()).doesNotContainKey("X-redrive-signature");
    }

    @Test
    void what_failed_is_tried_again() throws Exception {
        BlockingQueue<Got> got = new LinkedBlockingQueue<>();
        List<Integer> answers = new CopyOnWriteArrayList<>(List.of(500, 503, 200));
        Notifier slack = new SlackNotifier(server(got, () -> answers.remove(0)), post());

        assertThat(outcome(slack)).isEqualTo(new Delivery("slack", true, 3, null));

        assertThat(got).hasSize(3);
        assertThat(counted).containsExactly("slack ERROR");
    }

    @Test
    void what_keeps_failing_is_given_up_and_shown_without_the_secret_address() throws Exception {
        BlockingQueue<Got> got = new LinkedBlockingQueue<>();
        Notifier slack = new SlackNotifier(server(got, () -> 404), post());

        assertThat(outcome(slack)).isEqualTo(new Delivery("slack", false, 4, "127.0.0.1 answered 404"));

        assertThat(counted).isEmpty();
    }

    @Test
    void redirects_are_not_followed() throws Exception {
        BlockingQueue<Got> got = new LinkedBlockingQueue<>();
        Notifier slack = new SlackNotifier(server(got, () -> 302), post());

        Delivery delivery = outcome(slack);

        assertThat(delivery.error()).isEqualTo("127.0.0.1 answered 302; redirects are not followed");
        assertThat(got).extracting(Got::path).containsOnly("/T000/B000/secret");
    }

    @Test
    void a_refused_connection_is_reported_without_the_secret_address() throws Exception {
        try (Socket bound = new Socket()) {
            // Reserves a port and does not listen on it.
            bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            URI url = URI.create("http://127.0.0.1:" + bound.getLocalPort() + "/T0/secret");

            Delivery delivery = outcome(new SlackNotifier(url, post()));

            assertThat(delivery.delivered()).isFalse();
            assertThat(delivery.error())
                    .startsWith("cannot connect to 127.0.0.1")
                    .doesNotContain("secret");
        }
    }

    @Test
    void a_server_that_hangs_fails_in_time_and_delays_no_other() throws Exception {
        try (ServerSocket hanging = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            BlockingQueue<Got> got = new LinkedBlockingQueue<>();
            Notifier webhook = new WebhookNotifier(
                    new Webhook(URI.create("http://127.0.0.1:" + hanging.getLocalPort() + "/"), Optional.empty()),
                    new WebhookPost(new Outbound(), Duration.ofSeconds(5)),
                    clock);
            Notifier slack = new SlackNotifier(server(got, () -> 200), post());

            Deliveries.Delivery delivery = deliveries(webhook, slack).deliverOnce(alert());

            assertThat(alertLog.awaitOutcomes("01", 1).deliveries())
                    .containsExactly(new Delivery("slack", true, 1, null));
            delivery.ended().get(60, TimeUnit.SECONDS);
            assertThat(delivery.message().deliveries().get(1))
                    .isEqualTo(new Delivery("webhook", false, 1, "no answer from 127.0.0.1 within 5000 ms"));
        }
    }

    @Test
    void a_stop_records_deliveries_under_way_as_not_delivered() throws Exception {
        BlockingQueue<Got> got = new LinkedBlockingQueue<>();
        Notifier slack = new SlackNotifier(server(got, () -> 500), post());
        Deliveries deliveries = new Deliveries(
                List.of(slack), Map.of(), alertLog, (notifier, severity) -> {}, List.of(Duration.ofHours(1)));
        deliveries.deliver(alert());
        next(got);

        deliveries.close();

        Delivery delivery = alertLog.awaitOutcomes("01", 1).deliveries().get(0);
        assertThat(delivery.delivered()).isFalse();
        assertThat(delivery.tries()).isEqualTo(1);
    }

    // Mail

    private GreenMail mailServer(String protocol) {
        ServerSetup setup = new ServerSetup(0, "127.0.0.1", protocol);
        setup.setServerStartupTimeout(TIMEOUT.toMillis());
        GreenMail server = new GreenMail(setup);
        server.setUser("redrive@example.com", "redrive", "open sesame");
        server.setUser("ops@example.com", "ops", "ops");
        server.start();
        open.add(server::stop);
        return server;
    }

    private static Email email(int port, Email.Security security, String password) {
        return new Email(
                "127.0.0.1",
                port,
                security,
                Optional.of("redrive"),
                Optional.of(password),
                "redrive@example.com",
                List.of("ops@example.com"));
    }

    @Test
    void mail_goes_to_its_recipients_and_says_what_happened() throws Exception {
        GreenMail server = mailServer(ServerSetup.PROTOCOL_SMTP);
        Email settings = email(server.getSmtp().getPort(), Email.Security.NONE, "open sesame");
        Alert alert = alert(AlertMessage.Kind.STARTED, "Failed\r\nBcc: all@example.com", "Bestellungen ü", "12 failed");

        deliveries(new EmailNotifier(settings, TIMEOUT)).deliver(alert);

        assertThat(alertLog.awaitOutcomes("01", 1).deliveries()).containsExactly(new Delivery("email", true, 1, null));
        MimeMessage mail = server.getReceivedMessages()[0];
        assertThat(mail.getSubject()).isEqualTo("Redrive [ERROR] Failed Bcc: all@example.com in Bestellungen ü");
        assertThat(mail.getAllRecipients()).hasSize(1);
        assertThat(mail.getAllRecipients()[0]).hasToString("ops@example.com");
        assertThat((String) mail.getContent())
                .contains("12 failed.", "Severity: error", "7 pending, 0 retrying, 12 failed, 0 manual");
    }

    @Test
    void a_wrong_password_is_shown_as_what_it_is() throws Exception {
        GreenMail server = mailServer(ServerSetup.PROTOCOL_SMTP);
        Email settings = email(server.getSmtp().getPort(), Email.Security.NONE, "wrong guess");

        Delivery delivery = outcome(new EmailNotifier(settings, TIMEOUT));

        assertThat(delivery.delivered()).isFalse();
        assertThat(delivery.tries()).isEqualTo(4);
        assertThat(delivery.error()).containsIgnoringCase("authentication").doesNotContain("wrong guess");
        assertThat(server.getReceivedMessages()).isEmpty();
    }

    @Test
    void mail_never_goes_out_in_the_clear_when_starttls_is_required() throws Exception {
        GreenMail server = mailServer(ServerSetup.PROTOCOL_SMTP);
        Email settings = email(server.getSmtp().getPort(), Email.Security.STARTTLS, "open sesame");

        Delivery delivery = outcome(new EmailNotifier(settings, TIMEOUT));

        assertThat(delivery.error()).contains("STARTTLS");
        assertThat(server.getReceivedMessages()).isEmpty();
    }

    @Test
    void a_mail_server_that_hangs_fails_in_time() throws Exception {
        try (ServerSocket hanging = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Email settings = email(hanging.getLocalPort(), Email.Security.NONE, "open sesame");

            Delivery delivery = outcome(new EmailNotifier(settings, Duration.ofMillis(200)));

            assertThat(delivery.delivered()).isFalse();
            assertThat(delivery.error()).contains("Read timed out");
        }
    }

    @Test
    void a_mail_server_with_an_untrusted_certificate_is_refused() throws Exception {
        GreenMail server = mailServer(ServerSetup.PROTOCOL_SMTPS);
        Email settings = email(server.getSmtps().getPort(), Email.Security.TLS, "open sesame");

        Delivery delivery = outcome(new EmailNotifier(settings, TIMEOUT));

        assertThat(delivery.delivered()).isFalse();
        assertThat(server.getReceivedMessages()).isEmpty();
    }
}
