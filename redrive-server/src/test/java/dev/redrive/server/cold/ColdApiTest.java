package dev.redrive.server.cold;

import static dev.redrive.server.archive.ArchivingQueue.body;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.LetterBuilder;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.server.archive.ArchivingQueue;
import dev.redrive.server.caller.Role;
import dev.redrive.store.holds.HoldSubject;
import dev.redrive.store.holds.LegalHold;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletResponse;

class ColdApiTest {
    private static final String UNKNOWN = "019a86f2-3c1e-7a40-9d52-6f1c2b3a4d5e";

    private final ArchivingQueue queue = serving(ArchivingQueue.open("$.card"));

    private static ArchivingQueue serving(ArchivingQueue queue) {
        return queue.serving(new ColdApi(queue.redrive, queue.settings, queue::audit, queue.clock));
    }

    @AfterEach
    void close() {
        queue.close();
    }

    // Looking

    @Test
    void archived_letters_are_listed_as_those_of_the_store_with_where_they_are() {
        LetterId id = queue.archived("orders");
        LetterId other = queue.archived("ledger");

        MockHttpServletResponse all = queue.get("/dlq/cold");
        MockHttpServletResponse some = queue.get("/dlq/cold?channel=orders");

        assertThat(ArchivingQueue.<List<String>>read(all, "$.items[*].id"))
                .containsExactly(other.toString(), id.toString());
        assertThat(ArchivingQueue.<List<String>>read(some, "$.items[*].id")).containsExactly(id.toString());
        assertThat(ArchivingQueue.<String>read(some, "$.items[0].status")).isEqualTo("RESOLVED");
        assertThat(ArchivingQueue.<String>read(some, "$.items[0].cold.object")).startsWith("dlq/");
        assertThat(ArchivingQueue.<Boolean>read(some, "$.items[0].cold.inStore"))
                .isFalse();
        assertThat(ArchivingQueue.<Object>read(some, "$.nextCursor")).isNull();
    }

    @Test
    void one_letter_is_found_by_its_id() {
        LetterId id = queue.archived("orders");

        assertThat(ArchivingQueue.<List<String>>read(queue.get("/dlq/cold?id=" + id), "$.items[*].id"))
                .containsExactly(id.toString());
        assertThat(ArchivingQueue.<List<String>>read(queue.get("/dlq/cold?id=" + UNKNOWN), "$.items[*].id"))
                .isEmpty();
        assertThat(queue.get("/dlq/cold?channel=orders&id=" + id).getStatus()).isEqualTo(400);
    }

    @Test
    void pages_follow_each_other() {
        LetterId first = queue.archived("orders");
        LetterId second = queue.archived("orders");

        MockHttpServletResponse newest = queue.get("/dlq/cold?limit=1");
        String cursor = ArchivingQueue.read(newest, "$.nextCursor");
        MockHttpServletResponse next = queue.get("/dlq/cold?limit=1&cursor=" + cursor);

        assertThat(ArchivingQueue.<List<String>>read(newest, "$.items[*].id")).containsExactly(second.toString());
        assertThat(ArchivingQueue.<List<String>>read(next, "$.items[*].id")).containsExactly(first.toString());
    }

    @Test
    void a_letter_of_the_archive_is_shown_whole() {
        LetterId id = queue.archived(letter -> letter.from("orders").saying("{\"card\":4711,\"n\":1.10}"));

        MockHttpServletResponse shown = queue.get("/dlq/cold/" + id);

        assertThat(shown.getStatus()).isEqualTo(200);
        assertThat(body(shown)).contains("{\"card\":4711,\"n\":1.10}", "\"inStore\":false");
        assertThat(shown.getHeader("Cache-Control")).isEqualTo("no-store");
        assertThat(queue.get("/dlq/cold/" + UNKNOWN).getStatus()).isEqualTo(404);
        assertThat(queue.get("/dlq/cold/nonsense").getStatus()).isEqualTo(400);
    }

    @Test
    void a_viewer_sees_stars_where_the_letter_has_them_in_the_store() {
        LetterId id = queue.archived(letter -> letter.from("orders").saying("{\"card\":4711}"));

        String shown = body(queue.as(Role.VIEWER).get("/dlq/cold/" + id));

        assertThat(shown).contains("***").doesNotContain("4711");
        assertThat(body(queue.get("/dlq/cold"))).contains(id.toString()).doesNotContain("4711");
        assertThat(queue.get("/dlq/cold?q=4711").getStatus()).isEqualTo(403);
    }

    @Test
    void a_caller_of_some_channels_sees_and_restores_no_others() {
        LetterId own = queue.archived("orders");
        LetterId other = queue.archived("ledger");
        queue.as(Role.OPERATOR, "orders");

        assertThat(ArchivingQueue.<List<String>>read(queue.get("/dlq/cold"), "$.items[*].id"))
                .containsExactly(own.toString());
        assertThat(queue.get("/dlq/cold/" + other).getStatus()).isEqualTo(403);
        assertThat(queue.get("/dlq/cold?id=" + other).getStatus()).isEqualTo(403);
        assertThat(queue.get("/dlq/cold?channel=ledger").getStatus()).isEqualTo(403);
        assertThat(queue.post("/dlq/cold/restore", "{\"ids\":[\"" + own + "\",\"" + other + "\"]}")
                        .getStatus())
                .isEqualTo(403);
        assertThat(queue.store.find(own)).isEmpty();
        assertThat(queue.store.find(other)).isEmpty();
    }

    @Test
    void a_caller_of_some_channels_is_not_told_which_objects_others_have() {
        queue.archived(letter -> letter.from("ledger").failedWith(LetterBuilder.invalid()));
        LetterId own = queue.archived("orders");
        String foreign =
                queue.archive.objects().keySet().stream().sorted().findFirst().orElseThrow();
        queue.archive.objects().computeIfPresent(foreign, (key, bytes) -> new byte[bytes.length + 1]);
        queue.as(Role.OPERATOR, "orders");
        String all = "{\"filterCriteria\":{\"channel\":\"orders\"}";

        MockHttpServletResponse listed = queue.get("/dlq/cold");
        MockHttpServletResponse counted = queue.post("/dlq/cold/restore", all + ",\"dryRun\":true}");
        MockHttpServletResponse restored = queue.post("/dlq/cold/restore", all + "}");

        assertThat(ArchivingQueue.<List<String>>read(listed, "$.items[*].id")).containsExactly(own.toString());
        assertThat(ArchivingQueue.<Integer>read(listed, "$.objects")).isZero();
        for (MockHttpServletResponse answer : List.of(listed, counted, restored)) {
            assertThat(ArchivingQueue.<Integer>read(answer, "$.bytesRead")).isZero();
            assertThat(ArchivingQueue.<List<String>>read(answer, "$.problems"))
                    .containsExactly("1 objects or letters were left out; who may see all channels is told which");
        }
    }

    @Test
    void a_hold_is_shown_on_a_letter_of_the_archive() {
        LetterId id = queue.archived("orders");
        var unused = queue.redrive
                .letters()
                .hold(new LegalHold(HoldSubject.channel("orders"), "kim", "case 17", queue.clock.instant()));

        MockHttpServletResponse shown = queue.get("/dlq/cold/" + id);

        assertThat(ArchivingQueue.<String>read(shown, "$.hold.reason")).isEqualTo("case 17");
        assertThat(ArchivingQueue.<String>read(shown, "$.hold.channel")).isEqualTo("orders");
    }

    // Restoring

    @Test
    void letters_come_back_as_manual_and_twice_is_once() {
        LetterId id = queue.archived("orders");
        String body = "{\"ids\":[\"" + id + "\",\"" + UNKNOWN + "\"]}";

        MockHttpServletResponse first = queue.post("/dlq/cold/restore", body);
        MockHttpServletResponse second = queue.post("/dlq/cold/restore", body);

        assertThat(first.getStatus()).isEqualTo(200);
        assertThat(ArchivingQueue.<Integer>read(first, "$.restored")).isEqualTo(1);
        assertThat(ArchivingQueue.<List<String>>read(first, "$.missing")).containsExactly(UNKNOWN);
        assertThat(ArchivingQueue.<Integer>read(second, "$.restored")).isZero();
        assertThat(ArchivingQueue.<Integer>read(second, "$.known")).isEqualTo(1);
        assertThat(queue.store.find(id).orElseThrow().status()).isEqualTo(LetterStatus.MANUAL);
        assertThat(ArchivingQueue.<Boolean>read(queue.get("/dlq/cold/" + id), "$.cold.inStore"))
                .isTrue();
        assertThat(queue.audited).containsExactly("jo cold.restore 2 ids 1");
    }

    @Test
    void all_that_match_come_back_and_a_dry_run_only_counts() {
        LetterId id = queue.archived("orders");
        LetterId other = queue.archived("ledger");
        String criteria = "\"filterCriteria\":{\"channel\":\"orders\"}";

        MockHttpServletResponse counted = queue.post("/dlq/cold/restore", "{" + criteria + ",\"dryRun\":true}");
        boolean wasInStore = queue.store.find(id).isPresent();
        MockHttpServletResponse restored = queue.post("/dlq/cold/restore", "{" + criteria + "}");

        assertThat(ArchivingQueue.<Integer>read(counted, "$.matching")).isEqualTo(1);
        assertThat(wasInStore).isFalse();
        assertThat(ArchivingQueue.<Integer>read(restored, "$.restored")).isEqualTo(1);
        assertThat(queue.store.find(id)).isPresent();
        assertThat(queue.store.find(other)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                               | say which letters",
                "{\"ids\":[],\"filterCriteria\":{\"channel\":\"a\"}} | say which letters",
                "{\"ids\":[\"x\"]}                                | ids[0]",
                "{\"filterCriteria\":{\"colour\":\"a\"}}          | there is no colour here",
                "{\"filterCriteria\":{\"channel\":\"a\"},\"limit\":0} | limit",
                "{\"filterCriteria\":{\"channel\":\"a\"},\"limit\":10001} | limit",
                "{\"filterCriteria\":{\"channel\":\"a\"},\"cursor\":\"nonsense\"} | cursor",
                "{\"ids\":[\"019a86f2-3c1e-7a40-9d52-6f1c2b3a4d5e\"],\"cursor\":\"nonsense\"} | cursor",
                "{\"filterCriteria\":{\"channel\":\"a\"},\"dryRun\":\"yes\"} | dryRun",
                "{\"filterCriteria\":{\"channel\":\"a\"},\"to\":\"x\"} | there is no to here",
            })
    void a_restore_that_is_not_clear_is_refused(String json, String detail) {
        MockHttpServletResponse refused = queue.post("/dlq/cold/restore", json);

        assertThat(refused.getStatus()).as(body(refused)).isEqualTo(400);
        assertThat(ArchivingQueue.<String>read(refused, "$.detail")).contains(detail);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cursor=nonsense", "limit=0", "limit=501", "id=7", "page=1", "status=odd"})
    void a_list_that_is_not_clear_is_refused(String query) {
        MockHttpServletResponse refused = queue.get("/dlq/cold?" + query);

        assertThat(refused.getStatus()).as(body(refused)).isEqualTo(400);
        assertThat(ArchivingQueue.<String>read(refused, "$.field")).isEqualTo(query.replaceFirst("=.*", ""));
    }

    // The archive

    @Test
    void without_an_archive_the_answer_says_what_to_configure() {
        try (ArchivingQueue without = serving(ArchivingQueue.withoutArchive())) {
            for (MockHttpServletResponse refused : List.of(
                    without.get("/dlq/cold"),
                    without.get("/dlq/cold/" + UNKNOWN),
                    without.post("/dlq/cold/restore", "{\"ids\":[\"" + UNKNOWN + "\"]}"))) {
                assertThat(refused.getStatus()).isEqualTo(409);
                assertThat(ArchivingQueue.<String>read(refused, "$.detail")).contains("REDRIVE_ARCHIVE");
            }
        }
    }

    @Test
    void a_letter_in_a_damaged_object_is_not_found_and_the_object_is_named() {
        LetterId id = queue.archived("orders");
        String object = queue.archive.objects().keySet().iterator().next();
        queue.archive.objects().computeIfPresent(object, (key, bytes) -> new byte[bytes.length]);

        MockHttpServletResponse shown = queue.get("/dlq/cold/" + id);
        MockHttpServletResponse listed = queue.get("/dlq/cold?id=" + id);

        assertThat(shown.getStatus()).isEqualTo(404);
        assertThat(ArchivingQueue.<String>read(shown, "$.detail"))
                .contains("what could not be read may have it: " + object);
        assertThat(ArchivingQueue.<List<String>>read(listed, "$.items")).isEmpty();
        assertThat(ArchivingQueue.<List<String>>read(listed, "$.problems"))
                .singleElement()
                .asString()
                .startsWith(object);
        assertThat(ArchivingQueue.<Integer>read(listed, "$.objects")).isEqualTo(1);
    }

    @Test
    void while_the_archive_is_away_the_answer_says_so() {
        LetterId id = queue.archived("orders");
        queue.archive.goAway();

        MockHttpServletResponse away = queue.get("/dlq/cold/" + id);

        assertThat(away.getStatus()).isEqualTo(503);
        assertThat(away.getHeader("Retry-After")).isNotNull();
        assertThat(ArchivingQueue.<String>read(away, "$.detail"))
                .isEqualTo("the archive cannot be used: the archive is away");
    }
}
