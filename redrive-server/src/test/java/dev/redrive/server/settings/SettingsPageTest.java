package dev.redrive.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import dev.redrive.json.Json;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.server.config.TeamSettings;
import dev.redrive.server.config.values.GivenSetting;
import dev.redrive.server.pages.PagesFixture;
import dev.redrive.server.pages.SampleSettings;
import dev.redrive.store.holds.HoldSubject;
import dev.redrive.store.holds.LegalHold;
import dev.redrive.store.nodes.Node;
import dev.redrive.text.Glob;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SettingsPageTest extends PagesFixture {
    private LetterId resolved(String channel) {
        return captured(aLetter().from(channel).status(LetterStatus.RESOLVED));
    }

    private void held(String channel, String reason) {
        var unused = letters.hold(new LegalHold(HoldSubject.channel(channel), "kim", reason, clock.instant()));
    }

    @Test
    void it_says_how_long_letters_are_kept_and_what_is_deleted_for_good() throws Exception {
        String page = page(VIEWER, "/settings");

        assertThat(page)
                .contains("30 days, then deleted", "90 days, then closed as archived", "365 days, then deleted")
                .contains("There is no archive. Resolved letters are deleted 30 days", "Nothing is due.")
                .contains("It has not run yet.", "No letters are held.", "Running retention needs the role admin.")
                .doesNotContain("<form method=\"post\" action=\"/settings");
    }

    @Test
    void what_is_due_stands_under_its_day_channel_and_status() throws Exception {
        resolved(HOSTILE);
        clock.forward(Duration.ofDays(31));

        assertThat(page(VIEWER, "/settings"))
                .contains("1 letter, held ones included", "&lt;script")
                .doesNotContain(HOSTILE);
    }

    @Test
    void it_lists_the_nodes_and_what_each_of_them_does() throws Exception {
        String replay = "019a86f2-3c1e-7a40-9d52-6f1c2b3a4d5e";
        assertThat(page(VIEWER, "/settings")).contains("None has described itself yet");
        store.nodes()
                .seen(new Node(
                        HOSTILE,
                        "1.4",
                        "10.0.0.2:8080",
                        clock.instant(),
                        clock.instant(),
                        Json.object(Map.of("retries", true, "attempts", 3, "replays", List.of(replay)))));
        var lease = store.retentionLog().lease(HOSTILE, Duration.ofHours(1));

        String page = page(VIEWER, "/settings");
        clock.forward(Duration.ofSeconds(61));
        String later = page(VIEWER, "/settings");

        assertThat(lease).isTrue();
        assertThat(page)
                .contains(
                        "10.0.0.2:8080", "retries, 3 attempts now", "href=\"/replays/" + replay + "\"", "<br>retention")
                .contains("&lt;script")
                .doesNotContain(HOSTILE, ">gone<");
        assertThat(later).contains(">gone<", "does not reach the store").doesNotContain("3 attempts now");
    }

    @Test
    void it_says_which_team_owns_which_channels() throws Exception {
        assertThat(page(VIEWER, "/settings")).contains("With teams, channels and causes have an owner");
        TeamSettings.Notify notify = new TeamSettings.Notify(
                Optional.empty(), Optional.of(URI.create("https://hooks.example.com/secret")), Optional.empty());
        mvc = pages(SampleSettings.with(
                SampleSettings.at("memory:"),
                new TeamSettings(
                        "payments",
                        List.of(new Glob("pay*"), new Glob("ledger")),
                        List.of("ann", "bob"),
                        Optional.of(notify)),
                SampleSettings.team("shop", "orders")));

        assertThat(page(VIEWER, "/settings").replaceAll("<[^>]*>", " ").replaceAll("\\s+", " "))
                .contains("payments pay*, ledger ann, bob its own slack", "shop orders – as all others")
                .doesNotContain("hooks.example.com");
    }

    @Test
    void administrators_see_what_is_set_and_from_where_it_came() throws Exception {
        mvc = pages(SampleSettings.given(
                new GivenSetting("redrive.http.port", "9090", "REDRIVE_HTTP_PORT"),
                new GivenSetting("REDRIVE_ADMIN_TOKEN", "", "REDRIVE_ADMIN_TOKEN")));

        assertThat(page(ADMIN, "/settings").replaceAll("<[^>]*>", " ").replaceAll("\\s+", " "))
                .contains(
                        "redrive.http.port 9090 REDRIVE_HTTP_PORT",
                        "REDRIVE_ADMIN_TOKEN not shown REDRIVE_ADMIN_TOKEN");
        assertThat(page(VIEWER, "/settings"))
                .contains("Shown to administrators")
                .doesNotContain("9090");
    }

    @Test
    void a_preview_shows_what_a_run_would_do_and_does_not_do_it() throws Exception {
        LetterId id = resolved("orders");
        resolved("ledger");
        held("ledger", "case 17");
        clock.forward(Duration.ofDays(31));

        String page = answer(ADMIN, post("/settings/retention/preview")).getContentAsString();

        assertThat(page).contains("A run now", "1 letter, 1 held", "deleted for good", "/settings/retention/run");
        assertThat(store.find(id)).isPresent();
        assertThat(audited).isEmpty();
    }

    @Test
    void a_run_removes_what_is_due_and_the_page_shows_what_it_came_to() throws Exception {
        LetterId id = resolved("orders");
        clock.forward(Duration.ofDays(31));

        String next = pressed(ADMIN, "/settings/retention/run");

        assertThat(next).isEqualTo("/settings?notice=retention_done");
        assertThat(store.find(id)).isEmpty();
        assertThat(page(ADMIN, next)).contains("Retention ran.", "all done");
        assertThat(audited).containsExactly("ada retention.run archived 0, closed 0, removed 1, held 0 1");
    }

    @Test
    void only_an_administrator_may_press_its_buttons() throws Exception {
        LetterId id = resolved("orders");
        clock.forward(Duration.ofDays(31));

        assertThat(page(OPERATOR, "/settings")).doesNotContain("id=\"do-run\"");
        assertThat(answer(OPERATOR, post("/settings/retention/run")).getStatus())
                .isEqualTo(403);
        assertThat(answer(OPERATOR, post("/settings/retention/preview")).getStatus())
                .isEqualTo(403);
        assertThat(store.find(id)).isPresent();
    }

    @Test
    void it_is_not_for_callers_of_some_channels() throws Exception {
        assertThat(answer(SCOPED, get("/settings")).getStatus()).isEqualTo(403);
        assertThat(page(SCOPED, "/")).doesNotContain("href=\"/settings\"");
        assertThat(page(VIEWER, "/")).contains("href=\"/settings\"");
    }

    @Test
    void holds_are_listed_and_their_reasons_hidden_from_those_who_do_not_see_everything() throws Exception {
        held(HOSTILE, "card 4711");

        assertThat(page(OPERATOR, "/settings"))
                .contains("card 4711", "&lt;script")
                .doesNotContain(HOSTILE);
        assertThat(page(VIEWER, "/settings")).doesNotContain("4711");
    }

    @Test
    void a_letter_shows_the_hold_that_keeps_it() throws Exception {
        LetterId id = captured(aLetter().from("orders"));
        assertThat(page(OPERATOR, "/letters/" + id)).doesNotContain("Legal hold");
        held("orders", "case 17");

        assertThat(page(OPERATOR, "/letters/" + id)).contains("Legal hold", "case 17", "by kim");
        assertThat(page(VIEWER, "/letters/" + id)).contains("Legal hold").doesNotContain("case 17");
    }
}
