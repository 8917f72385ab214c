package dev.redrive.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.Letters;
import dev.redrive.kafka.record.DlqRecord;
import dev.redrive.letter.Category;
import dev.redrive.letter.LetterStatus;
import dev.redrive.testkafka.KafkaBroker;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The tour of the README, against a real broker: each failure ends where it should. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "redrive.store=sqlite:data/orders-${random.uuid}.db",
            "redrive.kafka.journal.path=data/orders-${random.uuid}.journal"
        })
class OrdersTest {
    private static final KafkaBroker BROKER = KafkaBroker.start();
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Autowired
    PaymentApi payments;

    @Autowired
    Mail mail;

    @Autowired
    Letters letters;

    @Autowired
    MeterRegistry meters;

    @LocalServerPort
    int port;

    @DynamicPropertySource
    static void broker(DynamicPropertyRegistry registry) {
        registry.add("spring.kafka.bootstrap-servers", BROKER::bootstrapServers);
    }

    @AfterEach
    void everythingWorksAgain() throws Exception {
        post("/payments/up", "");
        post("/mail/up", "");
    }

    @Test
    void an_order_is_tried_again_in_place_until_the_payment_api_is_back() throws Exception {
        int before = payments.refused();
        post("/payments/down", "");
        post("/orders", order("late-1", 1200));
        await("the order was tried", () -> payments.refused() >= before + 2);
        post("/payments/up", "");

        await("the order is paid", () -> payments.charged().contains("late-1"));

        assertThat(dead()).noneMatch(record -> payload(record).contains("late-1"));
    }

    @Test
    void orders_wait_while_everything_fails_instead_of_moving_to_the_dead_letter_topic() throws Exception {
        post("/payments/down", "");
        for (int i = 0; i < 30; i++) post("/orders", order("outage-" + i, 1200));
        await("the listener is paused", () -> outages() == 1);
        post("/payments/up", "");

        await(
                "all orders are paid",
                () -> payments.charged()
                        .containsAll(IntStream.range(0, 30)
                                .mapToObj(i -> "outage-" + i)
                                .toList()));

        await("the listener works again", () -> outages() == 0);
        assertThat(dead()).noneMatch(record -> payload(record).contains("outage-"));
    }

    private double outages() {
        return meters.get("dlq.outage").tag("listener", "orders").gauge().value();
    }

    @Test
    void what_is_no_order_goes_to_the_dead_letter_topic_byte_for_byte() throws Exception {
        String broken = "{\"id\":\"broken-1\", \"cents\": twelve}";

        post("/orders", broken);

        DlqRecord record = dead("broken-1");
        assertThat(payload(record)).isEqualTo(broken);
        assertThat(record.failureCategory()).isEqualTo(Category.DESERIALIZATION);
        assertThat(record.originalTopic()).isEqualTo("orders");
        assertThat(record.sourceService()).isEqualTo("orders-shop");
    }

    @Test
    void an_order_that_breaks_a_rule_goes_to_the_dead_letter_topic_and_others_go_on() throws Exception {
        post("/orders", order("refused-1", -5));
        post("/orders", order("fine-1", 1200));

        DlqRecord record = dead("refused-1");
        await("the next order is paid", () -> payments.charged().contains("fine-1"));

        assertThat(payload(record)).isEqualTo(order("refused-1", -5));
        assertThat(record.failureCategory()).isEqualTo(Category.VALIDATION);
        assertThat(record.errorMessage()).contains("an order must cost something");
        assertThat(payments.charged()).doesNotContain("refused-1");
    }

    @Test
    void a_confirmation_that_cannot_be_sent_is_a_letter_until_mail_works_again() throws Exception {
        post("/mail/down", "");
        post("/orders", order("mail-1", 1200));
        await("the confirmation is a letter", () -> get("/actuator/dlq").contains("confirmations"));
        assertThat(payments.charged()).contains("mail-1");
        post("/mail/up", "");

        await("the confirmation is sent", () -> mail.sent().stream().anyMatch(text -> text.contains("mail-1")));

        await("the letter is resolved", () -> letters.tallies().byStatus().of(LetterStatus.RESOLVED) == 1);
    }

    // The shop

    private static String order(String id, int cents) {
        return "{\"id\":\"" + id + "\",\"customer\":\"Ada\",\"cents\":" + cents + "}";
    }

    private void post(String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(at(path))
                .header("Content-Type", "text/plain")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isBetween(200, 299);
    }

    private String get(String path) {
        try {
            HttpRequest request = HttpRequest.newBuilder(at(path)).build();
            return HttpClient.newHttpClient()
                    .send(request, HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private URI at(String path) {
        return URI.create("http://localhost:" + port + path);
    }

    // The dead letter topic

    private static DlqRecord dead(String id) {
        List<DlqRecord> found = new ArrayList<>();
        await(id + " is on the dead letter topic", () -> {
            dead().stream().filter(record -> payload(record).contains(id)).forEach(found::add);
            return !found.isEmpty();
        });
        return found.get(0);
    }

    private static String payload(DlqRecord record) {
        return String.valueOf(record.payload());
    }

    /** All that is there now. */
    private static List<DlqRecord> dead() {
        Map<String, Object> settings = Map.of("bootstrap.servers", BROKER.bootstrapServers());
        List<DlqRecord> found = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            TopicPartition partition = new TopicPartition("orders.dlq", 0);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
            while (consumer.position(partition) < end)
                consumer.poll(Duration.ofMillis(100)).forEach(record -> found.add(DlqRecord.of(record.value())));
        }
        return found;
    }

    private static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) throw new AssertionError("waited in vain until " + what);
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            }
        }
    }
}
