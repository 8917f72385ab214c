package dev.redrive.server.erasure;

import static dev.redrive.server.archive.ArchivingQueue.body;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.LetterBuilder;
import dev.redrive.internal.text.Sha256;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.server.archive.ArchivingQueue;
import dev.redrive.store.holds.HoldSubject;
import dev.redrive.store.holds.LegalHold;
import dev.redrive.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.MockHttpServletResponse;

class ErasureApiTest {
    private static final String VALUE = "jo@example.com";
    private ArchivingQueue queue = serving(ArchivingQueue.open(), Duration.ofSeconds(30));

    private static ArchivingQueue serving(ArchivingQueue queue, Duration patience) {
        return queue.serving(new ErasureApi(queue.redrive, new ErasureTasks(patience), queue::audit));
    }

    @AfterEach
    void close() {
        queue.close();
    }

    private static LetterBuilder ofJo(LetterBuilder letter) {
        return letter.from("orders").saying("{\"customer\":{\"email\":\"" + VALUE + "\"},\"n\":1}");
    }

    private static String order(String more) {
        return "{\"value\":\"" + VALUE + "\",\"places\":[{\"payload\":\"$.customer.email\"}]" + more + "}";
    }

    private static String confirmed(MockHttpServletResponse search, String more) {
        return order(",\"confirm\":\"" + ArchivingQueue.<String>read(search, "$.confirmation") + "\"" + more);
    }

    @Test
    void a_search_lists_the_letters_and_changes_nothing() {
        LetterId cold = queue.archived(ErasureApiTest::ofJo);
        LetterId hot = queue.has(ErasureApiTest::ofJo);
        LetterId other = queue.has("orders", LetterStatus.PENDING);

        MockHttpServletResponse found = queue.post("/dlq/erase", order(""));

        assertThat(found.getStatus()).isEqualTo(200);
        assertThat(ArchivingQueue.<Integer>read(found, "$.found")).isEqualTo(2);
        assertThat(ArchivingQueue.<List<String>>read(found, "$.matches[?(@.inArchive == true)].id"))
                .containsExactly(cold.toString());
        assertThat(ArchivingQueue.<List<String>>read(found, "$.matches[?(@.inStore == true)].id"))
                .containsExactly(hot.toString());
        assertThat(body(found)).doesNotContain(VALUE);
        assertThat(queue.store.find(other)).isPresent();
        assertThat(queue.store.find(hot)).isPresent();
        assertThat(queue.audited).isEmpty();
    }

    @Test
    void what_was_confirmed_is_erased_and_the_audit_line_has_no_value() {
        LetterId cold = queue.archived(ErasureApiTest::ofJo);
        LetterId hot = queue.has(ErasureApiTest::ofJo);
        MockHttpServletResponse search = queue.post("/dlq/erase", order(""));

        MockHttpServletResponse erased = queue.post("/dlq/erase", confirmed(search, ""));

        assertThat(erased.getStatus()).as(body(erased)).isEqualTo(200);
        assertThat(ArchivingQueue.<Integer>read(erased, "$.erased")).isEqualTo(2);
        assertThat(queue.store.find(hot)).isEmpty();
        assertThat(queue.redrive.cold().find(cold)).isEmpty();
        assertThat(queue.audited)
                .containsExactly("jo erase delete sha256:" + Sha256.hex(VALUE) + " at payload $.customer.email 2");
        assertThat(ArchivingQueue.<Integer>read(queue.post("/dlq/erase", order("")), "$.found"))
                .isZero();
    }

    @Test
    void redacting_keeps_the_letter_without_the_value() {
        LetterId id = queue.has(ErasureApiTest::ofJo);
        MockHttpServletResponse search = queue.post("/dlq/erase", order(""));

        MockHttpServletResponse redacted = queue.post("/dlq/erase", confirmed(search, ",\"mode\":\"redact\""));

        assertThat(ArchivingQueue.<Integer>read(redacted, "$.erased")).isEqualTo(1);
        assertThat(queue.store.find(id).orElseThrow().payload().text())
                .contains("\"n\":1")
                .doesNotContain(VALUE);
    }

    @Test
    void letters_that_came_since_the_search_are_shown_and_nothing_is_erased() {
        LetterId id = queue.has(ErasureApiTest::ofJo);
        MockHttpServletResponse search = queue.post("/dlq/erase", order(""));
        LetterId later = queue.has(ErasureApiTest::ofJo);

        MockHttpServletResponse refused = queue.post("/dlq/erase", confirmed(search, ""));

        assertThat(refused.getStatus()).isEqualTo(409);
        assertThat(refused.getContentType()).startsWith("application/problem+json");
        assertThat(ArchivingQueue.<String>read(refused, "$.detail")).contains("nothing was erased");
        assertThat(ArchivingQueue.<List<String>>read(refused, "$.matches[*].id"))
                .containsExactlyInAnyOrder(id.toString(), later.toString());
        assertThat(queue.store.find(id)).isPresent();
        assertThat(queue.audited).isEmpty();
        assertThat(queue.post("/dlq/erase", confirmed(refused, "")).getStatus()).isEqualTo(200);
        assertThat(queue.store.find(later)).isEmpty();
    }

    @Test
    void a_held_letter_stays_and_the_report_says_why() {
        LetterId id = queue.has(ErasureApiTest::ofJo);
        var unused = queue.redrive
                .letters()
                .hold(new LegalHold(HoldSubject.letter(id), "kim", "case 17", queue.clock.instant()));
        MockHttpServletResponse search = queue.post("/dlq/erase", order(""));

        MockHttpServletResponse erased = queue.post("/dlq/erase", confirmed(search, ""));

        assertThat(ArchivingQueue.<Integer>read(erased, "$.held")).isEqualTo(1);
        assertThat(ArchivingQueue.<Integer>read(erased, "$.erased")).isZero();
        assertThat(ArchivingQueue.<List<String>>read(search, "$.matches[*].hold.reason"))
                .containsExactly("case 17");
        assertThat(queue.store.find(id)).isPresent();
    }

    @Test
    void a_long_search_is_read_later_and_another_one_waits_for_its_end() {
        LetterId cold = queue.archived(ErasureApiTest::ofJo);
        serving(queue, Duration.ofMillis(1));
        CountDownLatch mayGoOn = new CountDownLatch(1);
        queue.archive.beforeEachCall(() -> await(mayGoOn));

        MockHttpServletResponse started = queue.post("/dlq/erase", order(""));
        String task = Objects.requireNonNull(started.getHeader("Location"));
        MockHttpServletResponse running = queue.get(task);
        MockHttpServletResponse second = queue.post("/dlq/erase", order(""));
        mayGoOn.countDown();

        assertThat(started.getStatus()).isEqualTo(202);
        assertThat(ArchivingQueue.<Boolean>read(running, "$.running")).isTrue();
        assertThat(second.getStatus()).isEqualTo(409);
        Await.until(() -> !body(queue.get(task)).contains("\"running\":true"));
        assertThat(ArchivingQueue.<List<String>>read(queue.get(task), "$.matches[*].id"))
                .containsExactly(cold.toString());
        assertThat(queue.get("/dlq/erase/unknown").getStatus()).isEqualTo(404);
    }

    @Test
    void a_long_erasure_that_was_refused_says_so_when_it_is_read_later() {
        LetterId id = queue.archived(ErasureApiTest::ofJo);
        MockHttpServletResponse search = queue.post("/dlq/erase", order(""));
        LetterId later = queue.has(ErasureApiTest::ofJo);
        serving(queue, Duration.ofMillis(1));
        CountDownLatch mayGoOn = new CountDownLatch(1);
        queue.archive.beforeEachCall(() -> await(mayGoOn));

        MockHttpServletResponse started = queue.post("/dlq/erase", confirmed(search, ""));
        String task = Objects.requireNonNull(started.getHeader("Location"));
        mayGoOn.countDown();

        assertThat(started.getStatus()).isEqualTo(202);
        Await.until(() -> !body(queue.get(task)).contains("\"running\":true"));
        MockHttpServletResponse refused = queue.get(task);
        assertThat(refused.getStatus()).isEqualTo(409);
        assertThat(ArchivingQueue.<String>read(refused, "$.detail")).contains("nothing was erased");
        assertThat(ArchivingQueue.<List<String>>read(refused, "$.matches[*].id"))
                .containsExactlyInAnyOrder(id.toString(), later.toString());
        assertThat(queue.audited).isEmpty();
    }

    @Test
    void a_value_within_a_path_is_not_in_the_audit_line() {
        String subject = "{\"value\":\"" + VALUE + "\",\"places\":[{\"payload\":\"$['" + VALUE + "']\"}]";
        queue.has(letter -> letter.from("orders").saying("{\"" + VALUE + "\":\"" + VALUE + "\"}"));
        MockHttpServletResponse search = queue.post("/dlq/erase", subject + "}");
        String confirmation = ArchivingQueue.read(search, "$.confirmation");

        queue.post("/dlq/erase", subject + ",\"confirm\":\"" + confirmation + "\"}");

        assertThat(queue.audited).singleElement().asString().contains("***").doesNotContain(VALUE);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"places\":[{\"key\":true}]}                                        | value",
                "{\"value\":\" \",\"places\":[{\"key\":true}]}                        | value",
                "{\"value\":\"***\",\"places\":[{\"key\":true}]}                      | value",
                "{\"value\":\"secret-7\"}                                             | places",
                "{\"value\":\"secret-7\",\"places\":[]}                               | places",
                "{\"value\":\"secret-7\",\"places\":[{}]}                             | places[0]",
                "{\"value\":\"secret-7\",\"places\":[{\"key\":true,\"header\":\"a\"}]} | places[0]",
                "{\"value\":\"secret-7\",\"places\":[{\"key\":false}]}                | places[0].key",
                "{\"value\":\"secret-7\",\"places\":[{\"header\":\"\"}]}              | places[0].header",
                "{\"value\":\"secret-7\",\"places\":[{\"payload\":\"$.a[\"}]}         | places[0].payload",
                "{\"value\":\"secret-7\",\"places\":[{\"topic\":\"a\"}]}              | places[0].topic",
                "{\"value\":\"secret-7\",\"places\":[{\"key\":true}],\"mode\":\"burn\"} | mode",
                "{\"value\":\"secret-7\",\"places\":[{\"key\":true}],\"secret-7\":1}  | secret-7",
            })
    void an_order_that_is_not_clear_is_refused(String json, String field) {
        MockHttpServletResponse refused = queue.post("/dlq/erase", json);

        assertThat(refused.getStatus()).as(body(refused)).isEqualTo(400);
        assertThat(ArchivingQueue.<String>read(refused, "$.field")).isEqualTo(field);
        if (!field.equals("secret-7")) assertThat(body(refused)).doesNotContain("secret-7");
    }
}
