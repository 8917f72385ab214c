package dev.redrive.server.replays;

import static dev.redrive.server.replays.ReplayServer.assertProblem;
import static dev.redrive.server.replays.ReplayServer.body;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.letter.LetterId;
import dev.redrive.server.caller.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.mock.web.MockHttpServletResponse;

@Timeout(60)
class PreviewApiTest {
    private static final String RAISE =
            "\"transform\":{\"patch\":[{\"op\":\"replace\",\"path\":\"/amount\",\"value\":9007199254740993}]}";

    @TempDir
    Path folder;

    private ReplayServer server;

    @BeforeEach
    void open() throws IOException {
        Path schema = Files.writeString(folder.resolve("order.json"), """
                {"type":"object","required":["currency"]}""");
        server = new ReplayServer("""
                redrive:
                  channels: [{ match: good.orders, schema: "%s" }]
                  access: { mask: ["$.card"] }
                """.formatted(schema));
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void a_preview_shows_what_would_change_and_changes_nothing() {
        String id = server.letter("good.a", "{\"amount\":1.10,\"card\":\"4711\"}");

        MockHttpServletResponse response =
                server.post("/dlq/replays/preview", "{\"ids\":[\"" + id + "\"]," + RAISE + "}");

        assertThat(response.getStatus()).as(body(response)).isEqualTo(200);
        assertThat(body(response))
                .contains("\"before\":{\"payload\":{\"amount\":1.10,\"card\":\"4711\"}")
                .contains("9007199254740993");
        assertThat(ReplayServer.<List<Map<String, Object>>>read(response, "$.items[0].differences"))
                .singleElement()
                .satisfies(difference -> assertThat(difference)
                        .containsEntry("path", "/payload/amount")
                        .containsEntry("kind", "CHANGED")
                        .containsEntry("before", "1.10"));
        assertThat(ReplayServer.<List<Object>>read(response, "$.items[0].violations"))
                .isEmpty();
        assertThat(server.store.find(LetterId.of(id)).orElseThrow().payload().text())
                .isEqualTo("{\"amount\":1.10,\"card\":\"4711\"}");
        assertThat(server.audited).isEmpty();
    }

    @Test
    void a_letter_that_cannot_be_changed_or_does_not_fit_says_why() {
        String text = server.letter("good.orders", "not json");
        server.letter("good.orders", "{\"amount\":1}");

        MockHttpServletResponse response = server.post(
                "/dlq/replays/preview",
                "{\"filterCriteria\":{\"channel\":\"good.orders\"},\"validate\":true," + RAISE + "}");

        assertThat(ReplayServer.<String>read(response, "$.items[0].letterId")).isEqualTo(text);
        assertThat(ReplayServer.<String>read(response, "$.items[0].error")).isNotBlank();
        assertThat(ReplayServer.<Object>read(response, "$.items[0].after")).isNull();
        assertThat(ReplayServer.<List<String>>read(response, "$.items[1].violations"))
                .singleElement()
                .satisfies(violation -> assertThat(violation).contains("currency"));
    }

    @Test
    void there_are_only_as_many_samples_as_asked_for() {
        for (int i = 0; i < 9; i++) server.letter("good.a", "{\"amount\":1}");

        String body = "{\"filterCriteria\":{\"channel\":\"good.a\"}," + RAISE;
        assertThat(ReplayServer.<List<Object>>read(server.post("/dlq/replays/preview", body + "}"), "$.items"))
                .hasSize(5);
        assertThat(ReplayServer.<List<Object>>read(
                        server.post("/dlq/replays/preview", body + ",\"samples\":2}"), "$.items"))
                .hasSize(2);
    }

    @Test
    void a_bad_transform_is_400_and_a_caller_with_masked_payloads_gets_no_preview() {
        server.letter("good.a");
        String chosen = "{\"filterCriteria\":{\"channel\":\"good.a\"},";

        assertProblem(server.post("/dlq/replays/preview", chosen + "\"transform\":{\"jslt\":\"{{\"}}"), 400, "jslt");
        assertProblem(server.post("/dlq/replays/preview", chosen + "\"colour\":1}"), 400, "colour");
        server.as(Role.VIEWER);
        assertProblem(server.post("/dlq/replays/preview", chosen + RAISE + "}"), 403, "hidden");
        server.as(Role.OPERATOR, "other");
        assertProblem(server.post("/dlq/replays/preview", chosen + RAISE + "}"), 403, "good.a");
    }

    @Test
    void a_replay_transforms_then_validates_and_keeps_the_change_as_a_version_of_its_maker() {
        String fits = server.letter("good.orders", "{\"amount\":1,\"currency\":\"EUR\"}");
        String unfit = server.letter("good.orders", "{\"amount\":1}");

        String id = server.planned(
                "{\"filterCriteria\":{\"channel\":\"good.orders\"},\"validate\":true,\"start\":true," + RAISE + "}");
        server.when(id, "DONE");

        assertThat(server.status(fits)).isEqualTo("RESOLVED");
        assertThat(server.status(unfit)).isEqualTo("FAILED");
        assertThat(server.redrive.letters().versions(LetterId.of(fits))).anySatisfy(version -> {
            assertThat(version.by()).isEqualTo("jo");
            assertThat(version.payload().text()).contains("9007199254740993");
        });
        assertThat(ReplayServer.<String>read(
                        server.get("/dlq/replays/" + id + "/ledger?state=SKIPPED"), "$.items[0].why"))
                .contains("does not fit the schema", "currency");
    }
}
