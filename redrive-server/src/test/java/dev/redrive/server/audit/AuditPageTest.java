package dev.redrive.server.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;

import dev.redrive.audit.AuditNote;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.pages.JteViewResolver;
import dev.redrive.server.pages.PageFrames;
import dev.redrive.server.pages.PageProblems;
import dev.redrive.server.pages.PagesFixture;
import dev.redrive.server.pages.RailCounts;
import dev.redrive.server.pages.SampleSettings;
import jakarta.servlet.http.Cookie;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

/** The page of the audit log. */
class AuditPageTest extends PagesFixture {
    private static final String LETTER = "01a1f436-6a85-7000-b254-2670394f7100";

    @BeforeEach
    void openAudit() {
        PageFrames frames = new PageFrames(SampleSettings.at("memory:"), clock, caller -> RailCounts.NONE, false);
        mvc = MockMvcBuilders.standaloneSetup(new AuditPage(store.audit(), frames))
                .setControllerAdvice(new PageProblems(frames))
                .setViewResolvers(new JteViewResolver())
                .build();
    }

    private void done(String by, String action, String subject) {
        var unused =
                store.audit().append(new AuditNote(clock.instant(), by, "OPERATOR", "10.0.0.1", action, subject, 1));
    }

    @Test
    void before_the_first_change_it_says_so() throws Exception {
        assertThat(page(ADMIN, "/audit")).contains("Nobody has changed anything yet.");
    }

    @Test
    void lines_are_found_by_person_action_letter_and_time() throws Exception {
        done("anton", "archive", LETTER);
        clock.forward(Duration.ofDays(2));
        done("dora", "cause ignore", "00000000-0000-0001-0000-000000000002");

        assertThat(page(ADMIN, "/audit"))
                .contains("anton", "dora", "/letters/" + LETTER, "/causes/00000000-0000-0001-0000-000000000002");
        assertThat(page(ADMIN, "/audit?by=anton")).contains("archive").doesNotContain("dora");
        assertThat(page(ADMIN, "/audit?action=archive")).contains("anton").doesNotContain("dora");
        assertThat(page(ADMIN, "/audit?subject=" + LETTER)).contains("anton").doesNotContain("dora");
        assertThat(page(ADMIN, "/audit?time=24h")).contains("dora").doesNotContain("anton");
        assertThat(page(ADMIN, "/audit?by=carol")).contains("No line matches.");
        assertThat(answer(ADMIN, get("/audit").param("time", "soon")).getStatus())
                .isEqualTo(400);
    }

    @Test
    void a_time_that_cannot_be_read_is_wrong_in_its_field_and_no_line_is_shown() throws Exception {
        done("anton", "archive", LETTER);

        MockHttpServletResponse refused =
                answer(ADMIN, get("/audit").param("by", "dora").param("time", "soon"));

        assertThat(refused.getStatus()).isEqualTo(400);
        assertThat(refused.getContentAsString())
                .contains("name=\"by\" value=\"dora\"")
                .containsPattern(
                        "name=\"time\" value=\"soon\"[^>]*aria-invalid=\"true\"[^>]*aria-describedby=\"wrong-filter\"")
                .containsPattern("id=\"wrong-filter\">.*is no time range")
                .contains("the time cannot be read")
                .doesNotContain("anton");
    }

    @Test
    void times_in_a_line_are_shown_in_the_zone_of_the_reader_and_what_callers_wrote_is_text() throws Exception {
        done("anton", "alerts snooze", "Pending until 2026-11-19T22:31:04.860Z: " + HOSTILE);

        String page = answer(ADMIN, get("/audit").cookie(new Cookie("redrive-zone", "Europe%2FBerlin")))
                .getContentAsString();

        assertThat(page)
                .contains("datetime=\"2026-11-19T22:31:04.860Z\"", ">2026-11-19 23:31:04 +01:00</time>: ")
                .doesNotContain("until 2026-11-19T22", "<script>alert", "<img src=x");
    }

    @Test
    void actions_are_words_with_spaces_and_are_found_by_them() throws Exception {
        done("anton", "channel.hold", "orders");
        done("dora", "archive", LETTER);

        assertThat(page(ADMIN, "/audit")).contains(">hold channel</td>").doesNotContain("channel.hold");
        assertThat(page(ADMIN, "/audit?action=hold channel")).contains("anton").doesNotContain("dora");
        assertThat(page(ADMIN, "/audit?action=channel.hold")).contains("anton").doesNotContain("dora");
    }

    @Test
    void what_is_not_about_letters_has_a_dash_for_their_number() throws Exception {
        var unused = store.audit()
                .append(new AuditNote(clock.instant(), "anton", "OPERATOR", "10.0.0.1", "channel.hold", "orders", 0));

        assertThat(page(ADMIN, "/audit")).contains("data-label=\"Letters\" class=\"number\">–</td>");
    }

    @Test
    void only_administrators_of_all_channels_read_it() throws Exception {
        Caller limited = new Caller("lim", ADMIN.role(), "127.0.0.1", SCOPED.channels());

        assertThat(answer(OPERATOR, get("/audit")).getStatus()).isEqualTo(403);
        assertThat(answer(limited, get("/audit")).getStatus()).isEqualTo(403);
    }
}
