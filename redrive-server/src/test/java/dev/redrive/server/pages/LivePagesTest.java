package dev.redrive.server.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;

import dev.redrive.server.caller.Caller;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.servlet.ModelAndView;

/** What open tabs get when something changed. */
class LivePagesTest extends PagesFixture {
    private final AtomicInteger made = new AtomicInteger();
    private final TimeBudget budget = new TimeBudget();
    private final MockMvc tabs = MockMvcBuilders.standaloneSetup(new CountedPage())
            .addInterceptors(new LivePages(clock, budget))
            .setViewResolvers(new JteViewResolver())
            .build();

    @HtmlPage
    final class CountedPage {
        private final PageFrames frames = new PageFrames(
                SampleSettings.at("memory:"), clock, caller -> new RailCounts(0, made.get(), 0, 0), false);

        @GetMapping("/counted")
        ModelAndView show(jakarta.servlet.http.HttpServletRequest request) {
            made.incrementAndGet();
            return new ModelAndView(
                    "problem", Map.of("frame", frames.around(request, "Counted"), "view", ProblemView.of(404, "none")));
        }
    }

    private MockHttpServletResponse ask(Caller caller, String version, long changedAt) throws Exception {
        return tabs.perform(get("/counted")
                        .header(LivePages.HEADER, version + ";" + changedAt)
                        .requestAttr(Caller.class.getName(), caller))
                .andReturn()
                .getResponse();
    }

    @Test
    void many_tabs_that_heard_of_the_same_change_share_one_page() throws Exception {
        long now = clock.millis();

        for (int i = 0; i < 20; i++)
            assertThat(ask(VIEWER, "-", now).getStatus()).isEqualTo(200);

        assertThat(made).hasValue(1);
    }

    @Test
    void a_change_after_the_page_was_made_makes_it_anew() throws Exception {
        String version = ask(VIEWER, "-", clock.millis()).getHeader(LivePages.HEADER);
        clock.forward(Duration.ofSeconds(1));

        MockHttpServletResponse second = ask(VIEWER, String.valueOf(version), clock.millis());

        assertThat(made).hasValue(2);
        assertThat(second.getHeader(LivePages.HEADER)).isNotEqualTo(version);
        assertThat(second.getContentAsString()).contains("data-part=\"rail-entries\"", ">2<");
    }

    @Test
    void what_a_tab_shows_already_is_not_sent_again() throws Exception {
        String version = ask(VIEWER, "-", clock.millis()).getHeader(LivePages.HEADER);

        assertThat(ask(VIEWER, String.valueOf(version), clock.millis()).getContentAsString())
                .isEmpty();
    }

    @Test
    void a_tab_comes_back_later_when_the_time_for_tabs_is_used_up() throws Exception {
        budget.spend(Duration.ofHours(1));

        MockHttpServletResponse answer = ask(VIEWER, "-", clock.millis());

        assertThat(answer.getStatus()).isEqualTo(204);
        assertThat(answer.getHeader("Retry-After")).isEqualTo("5");
        assertThat(made).hasValue(0);
    }

    @Test
    void callers_share_nothing_with_others() throws Exception {
        MockHttpServletResponse unused = ask(VIEWER, "-", clock.millis());
        MockHttpServletResponse other = ask(ADMIN, "-", clock.millis());

        assertThat(made).hasValue(2);
        assertThat(other.getContentAsString()).contains("/audit");
        assertThat(unused.getContentAsString()).doesNotContain("/audit");
    }

    @Test
    void a_page_that_is_loaded_is_whole() throws Exception {
        String page = tabs.perform(get("/counted").requestAttr(Caller.class.getName(), VIEWER))
                .andReturn()
                .getResponse()
                .getContentAsString();

        assertThat(page).contains("<!DOCTYPE html>", "id=\"menu\"", "data-live=\"letters causes replays alerts\"");
    }
}
