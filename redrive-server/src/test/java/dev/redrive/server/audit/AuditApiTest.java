package dev.redrive.server.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.jsonPath;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import dev.redrive.audit.AuditLine;
import dev.redrive.audit.AuditQuery;
import dev.redrive.contract.SettableClock;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import dev.redrive.server.config.Settings;
import dev.redrive.server.config.SettingsReader;
import dev.redrive.server.config.values.Options;
import dev.redrive.server.web.Problem;
import dev.redrive.text.Glob;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.HttpStatus;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

class AuditApiTest {
    private static final Caller ADA = new Caller("ada", Role.ADMIN, "10.0.0.1", List.of());
    private static final Caller BOB = new Caller("bob", Role.OPERATOR, "10.0.0.2", List.of());

    private final SettableClock clock = SettableClock.standing();
    private final TestAuditLog auditLog = new TestAuditLog();
    private final Audit audit = new StoredAudit(auditLog, settings(), clock);
    private final MockMvc mvc =
            MockMvcBuilders.standaloneSetup(new AuditApi(auditLog)).build();

    private static Settings settings() {
        return new SettingsReader(Map.of(), Options.none())
                .readText("redrive: { redaction: [ { pattern: card-number } ] }", "test")
                .settings();
    }

    @Test
    void a_secret_that_was_searched_for_is_not_kept() {
        audit.record(ADA, "bulk archive", "{q=[4111 1111 1111 1111]}", 1);

        assertThat(auditLog.list(AuditQuery.newest(1)).get(0).note().subject()).isEqualTo("{q=[***]}");
    }

    @Test
    void a_change_is_kept_with_caller_time_address_action_and_count() {
        audit.record(ADA, "bulk archive", "status=RESOLVED", 42);

        AuditLine line = auditLog.list(AuditQuery.newest(1)).get(0);

        assertThat(line.note().at()).isEqualTo(clock.instant());
        assertThat(line.note().by()).isEqualTo("ada");
        assertThat(line.note().role()).isEqualTo("ADMIN");
        assertThat(line.note().from()).isEqualTo("10.0.0.1");
        assertThat(line.note().action()).isEqualTo("bulk archive");
        assertThat(line.note().subject()).isEqualTo("status=RESOLVED");
        assertThat(line.note().count()).isEqualTo(42);
    }

    @Test
    void a_change_that_cannot_be_kept_is_an_error_to_the_caller() {
        auditLog.isBroken();

        assertThatThrownBy(() -> audit.record(ADA, "delete", "7f3", 1))
                .asInstanceOf(type(Problem.class))
                .satisfies(problem -> {
                    assertThat(problem.status()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
                    assertThat(problem.getMessage()).contains("'delete' was done", "audit log");
                    assertThat(problem.extras()).isEqualTo(Map.of("changed", true));
                });
    }

    @Test
    void a_subject_is_one_line_of_bounded_length() {
        audit.record(ADA, "retry", "a\r\nforged line " + "x".repeat(5_000), 1);

        assertThat(auditLog.list(AuditQuery.newest(1)).get(0).note().subject())
                .startsWith("a  forged line")
                .hasSizeLessThan(1_100);
    }

    @Test
    void lines_are_shown_newest_first_and_page_by_page() throws Exception {
        for (int i = 1; i <= 5; i++) audit.record(i % 2 == 0 ? BOB : ADA, "retry", "letter " + i, 1);

        mvc.perform(get("/dlq/audit?limit=2").requestAttr(Caller.class.getName(), ADA))
                .andExpect(status().isOk())
                .andExpect(jsonPath("$.items.length()").value(2))
                .andExpect(jsonPath("$.items[0].number").value(5))
                .andExpect(jsonPath("$.items[0].at").value("2026-03-02T10:00:00Z"))
                .andExpect(jsonPath("$.items[0].by").value("ada"))
                .andExpect(jsonPath("$.items[0].role").value("ADMIN"))
                .andExpect(jsonPath("$.items[0].from").value("10.0.0.1"))
                .andExpect(jsonPath("$.items[0].count").value(1))
                .andExpect(jsonPath("$.items[0].hash").isString())
                .andExpect(jsonPath("$.nextCursor").value(4));
        mvc.perform(get("/dlq/audit?limit=3&cursor=4").requestAttr(Caller.class.getName(), ADA))
                .andExpect(jsonPath("$.items[0].number").value(3))
                .andExpect(jsonPath("$.nextCursor").doesNotExist());
    }

    @Test
    void lines_are_filtered() throws Exception {
        audit.record(ADA, "retry", "a", 1);
        clock.forward(Duration.ofHours(1));
        audit.record(BOB, "retry", "b", 1);
        audit.record(BOB, "delete", "a", 1);

        mvc.perform(get("/dlq/audit?by=bob&action=retry&subject=").requestAttr(Caller.class.getName(), ADA))
                .andExpect(jsonPath("$.items.length()").value(1))
                .andExpect(jsonPath("$.items[0].subject").value("b"));
        mvc.perform(get("/dlq/audit?subject=a&from=2026-03-02T10:30:00Z&to=2026-03-02T12:00:00Z")
                        .requestAttr(Caller.class.getName(), ADA))
                .andExpect(jsonPath("$.items.length()").value(1))
                .andExpect(jsonPath("$.items[0].action").value("delete"));
    }

    @Test
    void a_line_has_its_action_in_words_too_and_is_found_by_either() throws Exception {
        audit.record(ADA, "channel.hold", "orders", 0);

        for (String asked : List.of("channel.hold", "hold channel"))
            mvc.perform(get("/dlq/audit").param("action", asked).requestAttr(Caller.class.getName(), ADA))
                    .andExpect(jsonPath("$.items.length()").value(1))
                    .andExpect(jsonPath("$.items[0].action").value("channel.hold"))
                    .andExpect(jsonPath("$.items[0].actionName").value("hold channel"));
    }

    @ParameterizedTest
    @CsvSource({
        "limit,0",
        "limit,501",
        "limit,many",
        "cursor,-1",
        "cursor,99999999999999999999",
        "from,yesterday",
        "to,2026-03-02"
    })
    void a_wrong_parameter_is_named(String field, String value) {
        assertThatThrownBy(() ->
                        mvc.perform(get("/dlq/audit").param(field, value).requestAttr(Caller.class.getName(), ADA)))
                .rootCause()
                .asInstanceOf(type(Problem.class))
                .satisfies(problem -> {
                    assertThat(problem.status()).isEqualTo(HttpStatus.BAD_REQUEST);
                    assertThat(problem.extras()).containsEntry("field", field);
                });
    }

    @Test
    void a_caller_limited_to_channels_does_not_see_the_log_of_all() {
        Caller limited = new Caller("eve", Role.ADMIN, "10.0.0.3", List.of(new Glob("orders.*")));

        assertThatThrownBy(() -> mvc.perform(get("/dlq/audit").requestAttr(Caller.class.getName(), limited)))
                .rootCause()
                .asInstanceOf(type(Problem.class))
                .satisfies(problem -> assertThat(problem.status()).isEqualTo(HttpStatus.FORBIDDEN));
    }

    @Test
    void the_chain_is_checked_on_request() throws Exception {
        for (int i = 0; i < 3; i++) audit.record(ADA, "retry", "letter", 1);
        auditLog.drop(line -> line.number() == 2);

        mvc.perform(get("/dlq/audit/verify").requestAttr(Caller.class.getName(), ADA))
                .andExpect(status().isOk())
                .andExpect(jsonPath("$.intact").value(false))
                .andExpect(jsonPath("$.lines").value(2))
                .andExpect(jsonPath("$.firstBroken").value(2))
                .andExpect(jsonPath("$.gaps[0].from").value(2))
                .andExpect(jsonPath("$.gaps[0].to").value(2))
                .andExpect(jsonPath("$.lastNumber").value(3));
    }
}
