package dev.redrive.server.holds;

import static dev.redrive.server.archive.ArchivingQueue.body;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.server.archive.ArchivingQueue;
import dev.redrive.server.caller.Role;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.MockHttpServletResponse;

class HoldsApiTest {
    private static final String ID = "019a86f2-3c1e-7a40-9d52-6f1c2b3a4d5e";

    private final ArchivingQueue queue = ArchivingQueue.open("$.card");

    HoldsApiTest() {
        queue.serving(new HoldsApi(queue.redrive.letters(), queue.settings, queue::audit, queue.clock));
    }

    @AfterEach
    void close() {
        queue.close();
    }

    @Test
    void a_hold_says_what_is_held_by_whom_why_and_since_when() {
        MockHttpServletResponse placed = queue.post("/dlq/holds", "{\"channel\": \"orders\", \"reason\": \"case 17\"}");

        String hold = "{\"channel\":\"orders\",\"by\":\"jo\",\"reason\":\"case 17\",\"since\":\""
                + queue.clock.instant() + "\"}";
        assertThat(placed.getStatus()).isEqualTo(201);
        assertThat(body(placed)).isEqualTo(hold);
        assertThat(body(queue.get("/dlq/holds"))).isEqualTo("{\"items\":[" + hold + "]}");
        assertThat(queue.audited).containsExactly("jo hold channel orders: case 17 0");
    }

    @Test
    void a_hold_that_is_there_stays_as_it_is() {
        var unused = queue.post("/dlq/holds", "{\"letter\": \"" + ID + "\", \"reason\": \"case 17\"}");

        MockHttpServletResponse again = queue.post("/dlq/holds", "{\"letter\": \"" + ID + "\", \"reason\": \"other\"}");

        assertThat(again.getStatus()).isEqualTo(200);
        assertThat(ArchivingQueue.<String>read(again, "$.reason")).isEqualTo("case 17");
        assertThat(queue.audited).hasSize(1);
    }

    @Test
    void a_lifted_hold_is_gone_and_was_answered_once() {
        var unused = queue.post("/dlq/holds", "{\"cause\": \"" + ID + "\", \"reason\": \"case 17\"}");

        MockHttpServletResponse lifted = queue.delete("/dlq/holds?cause=" + ID);

        assertThat(lifted.getStatus()).isEqualTo(200);
        assertThat(ArchivingQueue.<String>read(lifted, "$.cause")).isEqualTo(ID);
        assertThat(queue.delete("/dlq/holds?cause=" + ID).getStatus()).isEqualTo(404);
        assertThat(body(queue.get("/dlq/holds"))).isEqualTo("{\"items\":[]}");
        assertThat(queue.audited).last().isEqualTo("jo hold.lift cause " + ID + ": case 17 0");
    }

    @Test
    void a_viewer_from_whom_something_is_hidden_does_not_read_the_reasons() {
        var unused = queue.post("/dlq/holds", "{\"channel\": \"orders\", \"reason\": \"card 4711\"}");

        String seen = body(queue.as(Role.VIEWER).get("/dlq/holds"));

        assertThat(seen).contains("orders").doesNotContain("4711");
    }

    @Test
    void a_held_letter_outlives_its_retention() {
        LetterId id = queue.has("orders", LetterStatus.RESOLVED);
        var unused = queue.post("/dlq/holds", "{\"letter\": \"" + id + "\", \"reason\": \"case 17\"}");
        queue.clock.forward(java.time.Duration.ofDays(31));

        var run = queue.redrive.retention().run();

        assertThat(queue.store.find(id)).as(run.toString()).isPresent();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"reason\": \"r\"}                                        | ''      | one of letter, cause and channel",
                "{\"letter\": \"x\", \"channel\": \"y\", \"reason\": \"r\"} | ''      | one of letter, cause and channel",
                "{\"letter\": \"x\", \"reason\": \"r\"}                     | letter  | letter",
                "{\"cause\": \"1-2\", \"reason\": \"r\"}                    | cause   | cause",
                "{\"channel\": \"a.*\", \"reason\": \"r\"}                  | channel | a pattern cannot be held",
                "{\"channel\": \" \", \"reason\": \"r\"}                    | channel | must be a name",
                "{\"channel\": \"a\"}                                       | reason  | must say why",
                "{\"channel\": \"a\", \"reason\": \" \"}                    | reason  | must say why",
                "{\"channel\": \"a\", \"reason\": 7}                        | reason  | reason",
                "{\"channel\": \"a\", \"reason\": \"r\", \"until\": 1}      | until   | there is no until here",
                "[]                                                         | ''      | must be a JSON object",
            })
    void a_hold_that_is_not_clear_is_refused(String json, String field, String detail) {
        MockHttpServletResponse refused = queue.post("/dlq/holds", json);

        assertThat(refused.getStatus()).isEqualTo(400);
        assertThat(ArchivingQueue.<String>read(refused, "$.detail")).contains(detail);
        if (!field.isEmpty())
            assertThat(ArchivingQueue.<String>read(refused, "$.field")).isEqualTo(field);
        assertThat(queue.redrive.letters().holds()).isEmpty();
    }

    @Test
    void lifting_needs_exactly_one_subject() {
        assertThat(List.of(
                        queue.delete("/dlq/holds").getStatus(),
                        queue.delete("/dlq/holds?letter=" + ID + "&cause=" + ID).getStatus(),
                        queue.delete("/dlq/holds?letter=" + ID + "&letter=" + ID)
                                .getStatus(),
                        queue.delete("/dlq/holds?topic=a").getStatus()))
                .containsOnly(400);
    }
}
