package dev.redrive.server.replays;

import static dev.redrive.server.replays.ReplayServer.assertProblem;
import static dev.redrive.server.replays.ReplayServer.body;
import static dev.redrive.server.replays.ReplayServer.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.server.caller.Role;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;

@Timeout(60)
class LedgerApiTest {
    private final ReplayServer server = new ReplayServer();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void every_letter_has_a_line_that_says_what_became_of_it() {
        String good = server.letter("good.a");
        String bad = server.letter("bad.a");
        String id = server.planned("{\"ids\":[\"" + good + "\",\"" + bad + "\"],\"start\":true}");
        server.when(id, "DONE");

        MockHttpServletResponse ledger = server.get("/dlq/replays/" + id + "/ledger");

        assertThat(ReplayServer.<Map<String, Object>>read(ledger, "$.items[0]"))
                .containsEntry("position", 1)
                .containsEntry("letterId", good)
                .containsEntry("channel", "good.a")
                .containsEntry("state", "RESOLVED")
                .containsKeys("why", "at");
        assertThat(ReplayServer.<Object>read(ledger, "$.nextCursor")).isNull();
        assertThat(ReplayServer.<List<String>>read(
                        server.get("/dlq/replays/" + id + "/ledger?state=FAILED"), "$.items[*].letterId"))
                .containsExactly(bad);
        assertThat(ReplayServer.<String>read(
                        server.get("/dlq/replays/" + id + "/ledger?state=failed,sent"), "$.items[0].why"))
                .contains("it is not valid");
    }

    @Test
    void a_caller_with_masked_payloads_reads_no_error_text() {
        try (ReplayServer masking = new ReplayServer("redrive: { access: { mask: ['$.n'] } }")) {
            String bad = masking.letter("bad.a");
            String id = masking.planned("{\"ids\":[\"" + bad + "\"],\"start\":true}");
            masking.when(id, "DONE");
            String path = "/dlq/replays/" + id;

            masking.as(Role.VIEWER);

            assertThat(ReplayServer.<String>read(masking.get(path + "/ledger"), "$.items[0].why"))
                    .isEqualTo("***");
            assertThat(body(masking.send(
                            MockMvcRequestBuilders.get(path + "/ledger").header("Accept", "application/x-ndjson"))))
                    .contains("\"why\":\"***\"");
            assertThat(body(masking.get(path))).contains("\"title\":\"***\"").doesNotContain("validation failed");
            assertThat(body(masking.get("/dlq/replays"))).doesNotContain("validation failed");
            assertThat(body(masking.as(Role.OPERATOR).get(path))).contains("validation failed");
        }
    }

    @Test
    void it_comes_in_pages_or_as_a_stream_of_lines() {
        for (int i = 0; i < 1203; i++) server.letter("good.a");
        String id = server.planned("{\"filterCriteria\":{\"channel\":\"good.a\"}}");
        String path = "/dlq/replays/" + id + "/ledger";

        MockHttpServletResponse page = server.get(path + "?limit=1000");
        assertThat(ReplayServer.<List<Object>>read(page, "$.items")).hasSize(1000);
        MockHttpServletResponse rest = server.get(path + "?limit=1000&cursor=" + read(page, "$.nextCursor"));
        assertThat(ReplayServer.<List<Integer>>read(rest, "$.items[*].position"))
                .hasSize(203)
                .startsWith(1001);

        MockHttpServletResponse stream = lines(path);
        assertThat(stream.getContentType()).isEqualTo("application/x-ndjson");
        assertThat(body(stream).lines())
                .hasSize(1203)
                .allSatisfy(
                        line -> assertThat(line).startsWith("{\"position\":").endsWith("}"));
        assertThat(body(lines(path + "?cursor=1200")).lines()).hasSize(3);
        assertProblem(lines(path + "?limit=5"), 400, "limit");
        assertProblem(server.get(path + "?limit=1001"), 400, "limit");
        assertProblem(server.get(path + "?state=LOST"), 400, "RESOLVED");
    }

    private MockHttpServletResponse lines(String path) {
        return server.send(MockMvcRequestBuilders.get(path).accept("application/x-ndjson"));
    }
}
