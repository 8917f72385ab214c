package dev.redrive.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ViewVerbsTest {
    private static final String VIEW =
            "{\"name\":\"to decide\",\"shared\":true,\"query\":\"status=MANUAL\",\"by\":\"jo\",\"savedAt\":\"2026-03-02T10:00:00Z\"}";

    private final ScriptedServer server = new ScriptedServer();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void views_are_listed_with_whose_they_are_and_what_they_show() {
        server.on("GET /dlq/views", 200, "{\"items\":[" + VIEW + "]}");

        assertThat(CliRun.inScript(server, "views").out())
                .containsPattern("NAME +WHOSE +SAVED +QUERY")
                .containsPattern("to decide +shared, by jo +.* ago +status=MANUAL");
        assertThat(CliRun.inScript(server, "views", "list", "-o", "ids").out()).isEqualTo("to decide\n");
    }

    @Test
    void a_view_is_saved_and_deleted_as_an_own_or_a_shared_one() {
        server.on("PUT /dlq/views/to decide", 201, VIEW);
        server.on("DELETE /dlq/views/to decide", 204, "");

        CliRun saved = CliRun.inScript(server, "views", "save", "to decide", "status=MANUAL", "--shared");
        CliRun deleted = CliRun.inScript(server, "views", "delete", "to decide");

        assertThat(saved.code()).as(saved.err()).isZero();
        assertThat(saved.out()).contains("the view to decide is saved");
        assertThat(server.last("PUT /dlq/views/to decide").body())
                .isEqualTo("{\"query\":\"status=MANUAL\",\"shared\":true}");
        assertThat(deleted.out()).contains("the view to decide is deleted");
        assertThat(server.calls()).contains("DELETE /dlq/views/to decide?shared=false");
        assertThat(CliRun.inScript(server, "views", "save", "to decide").code()).isEqualTo(2);
    }

    @Test
    void a_list_names_its_view() {
        server.on("GET /dlq", 200, "{\"items\":[],\"total\":0}");

        CliRun.inScript(server, "list", "--view", "to decide", "--channel", "orders");

        assertThat(server.calls()).singleElement().asString().contains("view=to decide", "channel=orders");
    }
}
