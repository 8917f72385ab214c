package dev.redrive.server.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;

import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import dev.redrive.server.config.AccessSettings;
import jakarta.servlet.http.Cookie;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.servlet.resource.NoResourceFoundException;

/** The sign-in page, and addresses without a page. */
class PagesTest extends PagesFixture {
    // Pages that are not there

    @Test
    void a_browser_without_a_page_gets_one_and_a_program_a_problem() throws Exception {
        NotFoundPage lost =
                new NotFoundPage(new PageFrames(SampleSettings.at("memory:"), clock, caller -> RailCounts.NONE, false));
        MockHttpServletRequest request = new MockHttpServletRequest("GET", "/nowhere");
        request.setAttribute(Caller.class.getName(), VIEWER);
        Exception nothing = new NoResourceFoundException(HttpMethod.GET, "/nowhere", "nowhere");

        request.addHeader("Accept", "application/json");
        assertThat(lost.resolveException(request, new MockHttpServletResponse(), null, nothing))
                .isNull();

        request.removeHeader("Accept");
        request.addHeader("Accept", "text/html,*/*;q=0.8");
        assertThat(lost.resolveException(request, new MockHttpServletResponse(), null, nothing))
                .satisfies(page -> assertThat(page.getStatus()).isEqualTo(HttpStatus.NOT_FOUND));
        assertThat(lost.resolveException(request, new MockHttpServletResponse(), null, new Exception()))
                .isNull();
    }

    // Frame

    @Test
    void a_switch_says_what_it_switches_and_what_is_chosen() throws Exception {
        assertThat(page(VIEWER, "/")).contains(">Times: own zone<", ">Colours: system<");
        assertThat(answer(
                                VIEWER,
                                get("/").cookie(
                                                new Cookie(ReaderSettings.ZONE, "UTC"),
                                                new Cookie(ReaderSettings.THEME, "dark")))
                        .getContentAsString())
                .contains(">Times: UTC<", ">Colours: dark<");
    }

    @Test
    void the_navigation_has_only_what_the_reader_may_open() throws Exception {
        assertThat(page(ADMIN, "/")).contains("href=\"/audit\"", "href=\"/settings\"");
        assertThat(page(VIEWER, "/")).contains("href=\"/settings\"").doesNotContain("href=\"/audit");
        assertThat(page(SCOPED, "/")).doesNotContain("href=\"/audit", "href=\"/settings\"");
    }

    // Sign-in

    @Test
    void the_sign_in_page_needs_no_sign_in_and_shows_what_went_wrong() throws Exception {
        mvc = pages(SampleSettings.with(
                "memory:",
                new AccessSettings(
                        List.of(new AccessSettings.Token("a", "0".repeat(64), Role.ADMIN, List.of())),
                        Optional.empty(),
                        List.of(),
                        List.of())));

        String page = mvc.perform(get("/login?error=" + "%3Cscript%3Ealert"))
                .andReturn()
                .getResponse()
                .getContentAsString();

        assertThat(page)
                .contains("action=\"/login\"", "name=\"token\"", "type=\"password\"", "No token like that")
                .doesNotContain("<script>alert", "main.js");
        assertThat(page(VIEWER, "/login?denied")).contains("That was not allowed");
        assertThat(page(VIEWER, "/login?out")).contains("You are signed out");
    }
}
