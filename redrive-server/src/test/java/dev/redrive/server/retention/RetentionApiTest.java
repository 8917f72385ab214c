package dev.redrive.server.retention;

import static dev.redrive.server.archive.ArchivingQueue.body;
import static dev.redrive.server.archive.ArchivingQueue.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.server.archive.ArchivingQueue;
import dev.redrive.store.holds.HoldSubject;
import dev.redrive.store.holds.LegalHold;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletResponse;

class RetentionApiTest {
    private ArchivingQueue queue = serving(ArchivingQueue.open(), Duration.ofSeconds(30));

    private static ArchivingQueue serving(ArchivingQueue queue, Duration patience) {
        RetentionRequests requests = new RetentionRequests(queue.redrive.retention(), queue::audit, patience);
        return queue.serving(new RetentionApi(queue.redrive, requests, queue.serverArchive));
    }

    @AfterEach
    void close() {
        queue.close();
    }

    @Test
    void the_report_says_how_long_letters_are_kept_where_they_go_and_what_is_due() {
        LetterId due = queue.has("orders", LetterStatus.RESOLVED);
        queue.clock.forward(Duration.ofDays(29));
        LetterId soon = queue.has("orders", LetterStatus.RESOLVED);
        queue.clock.forward(Duration.ofDays(2));

        MockHttpServletResponse report = queue.get("/dlq/retention");

        assertThat(report.getStatus()).isEqualTo(200);
        assertThat(ArchivingQueue.<String>read(report, "$.times.resolved")).isEqualTo("30d");
        assertThat(ArchivingQueue.<String>read(report, "$.times.archived")).isEqualTo("365d");
        assertThat(ArchivingQueue.<String>read(report, "$.archive")).isEqualTo("memory:");
        assertThat(ArchivingQueue.<Object>read(report, "$.unarchived")).isNull();
        assertThat(ArchivingQueue.<Integer>read(report, "$.dueTotal")).isEqualTo(1);
        assertThat(ArchivingQueue.<String>read(report, "$.due[0].channel")).isEqualTo("orders");
        assertThat(ArchivingQueue.<List<Object>>read(report, "$.soon")).isEmpty();
        assertThat(ArchivingQueue.<Object>read(report, "$.lastRun")).isNull();
        assertThat(due).isNotEqualTo(soon);
    }

    @Test
    void without_an_archive_the_report_says_what_is_deleted_for_good() {
        queue.close();
        queue = serving(ArchivingQueue.withoutArchive(), Duration.ofSeconds(30));

        MockHttpServletResponse report = queue.get("/dlq/retention");

        assertThat(ArchivingQueue.<Object>read(report, "$.archive")).isNull();
        assertThat(ArchivingQueue.<String>read(report, "$.unarchived"))
                .contains("Resolved letters are deleted 30 days after their last change", "Set redrive.archive");
    }

    @Test
    void a_run_archives_what_is_due_and_is_audited() {
        LetterId id = queue.has("orders", LetterStatus.RESOLVED);
        queue.clock.forward(Duration.ofDays(31));

        MockHttpServletResponse ran = queue.post("/dlq/retention/run");

        assertThat(ran.getStatus()).isEqualTo(200);
        assertThat(ArchivingQueue.<Integer>read(ran, "$.run.archived")).isEqualTo(1);
        assertThat(ArchivingQueue.<Integer>read(ran, "$.run.removed")).isEqualTo(1);
        assertThat(queue.store.find(id)).isEmpty();
        assertThat(queue.audited).containsExactly("jo retention.run archived 1, closed 0, removed 1, held 0 1");
        assertThat(ArchivingQueue.<Integer>read(queue.get("/dlq/retention"), "$.lastRun.removed"))
                .isEqualTo(1);
    }

    @Test
    void a_dry_run_counts_and_changes_nothing() {
        LetterId id = queue.has("orders", LetterStatus.RESOLVED);
        LetterId held = queue.has("ledger", LetterStatus.RESOLVED);
        var unused = queue.redrive
                .letters()
                .hold(new LegalHold(HoldSubject.channel("ledger"), "kim", "case 17", queue.clock.instant()));
        queue.clock.forward(Duration.ofDays(31));

        MockHttpServletResponse ran = queue.post("/dlq/retention/run", "{\"dryRun\": true}");

        assertThat(ran.getStatus()).isEqualTo(200);
        assertThat(body(ran))
                .isEqualTo(
                        "{\"dryRun\":true,\"letters\":[{\"status\":\"RESOLVED\",\"channel\":\"orders\",\"letters\":1}],\"total\":1,\"held\":1}");
        assertThat(queue.store.find(id)).isPresent();
        assertThat(queue.store.find(held)).isPresent();
        assertThat(queue.audited).isEmpty();
    }

    @Test
    void a_run_that_takes_long_goes_on_by_itself_and_a_second_one_is_refused() {
        queue.close();
        queue = serving(ArchivingQueue.open(), Duration.ofMillis(1));
        LetterId id = queue.has("orders", LetterStatus.RESOLVED);
        queue.clock.forward(Duration.ofDays(31));
        CountDownLatch mayGoOn = new CountDownLatch(1);
        queue.archive.beforeEachCall(() -> await(mayGoOn));

        MockHttpServletResponse first = queue.post("/dlq/retention/run");
        MockHttpServletResponse second = queue.post("/dlq/retention/run");
        mayGoOn.countDown();

        assertThat(first.getStatus()).isEqualTo(202);
        assertThat(body(first)).isEqualTo("{\"dryRun\":false,\"running\":true}");
        assertThat(second.getStatus()).isEqualTo(409);
        assertThat(ArchivingQueue.<String>read(second, "$.detail")).contains("running already");
        dev.redrive.testing.Await.until(() -> queue.store.find(id).isEmpty());
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void an_archive_that_is_away_ends_the_run_with_the_reason_and_keeps_the_letters() {
        LetterId id = queue.has("orders", LetterStatus.RESOLVED);
        queue.clock.forward(Duration.ofDays(31));
        queue.archive.goAway();

        MockHttpServletResponse ran = queue.post("/dlq/retention/run");

        assertThat(ran.getStatus()).isEqualTo(200);
        assertThat(ArchivingQueue.<String>read(ran, "$.run.problem")).contains("the archive is away");
        assertThat(queue.store.find(id)).isPresent();
    }

    @Test
    void what_cannot_be_understood_is_refused_before_anything_runs() {
        LetterId id = queue.has("orders", LetterStatus.RESOLVED);
        queue.clock.forward(Duration.ofDays(31));

        assertThat(ArchivingQueue.<String>read(queue.post("/dlq/retention/run", "{\"dryrun\": true}"), "$.field"))
                .isEqualTo("dryrun");
        assertThat(queue.post("/dlq/retention/run?dryRun=true").getStatus()).isEqualTo(400);
        assertThat(queue.post("/dlq/retention/run", "[]").getStatus()).isEqualTo(400);
        assertThat(queue.post("/dlq/retention/run", "{\"dryRun\": 1}").getStatus())
                .isEqualTo(400);
        assertThat(queue.store.find(id)).isPresent();
        assertThat(read(queue.get("/dlq/retention"), "$.dueTotal").toString()).isEqualTo("1");
    }
}
