package dev.redrive.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;

import dev.redrive.letter.LetterStatus;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import dev.redrive.server.config.AlertSettings.Subject;
import dev.redrive.server.pages.JteViewResolver;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.questions.Filter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

/** The page of alerts. The clock begins at 2026-03-02T10:00:00Z. */
@Timeout(60)
class AlertsPageTest {
    private static final Caller ANN = new Caller("ann", Role.OPERATOR, "127.0.0.1", List.of());
    private static final Caller VIC = new Caller("vic", Role.VIEWER, "127.0.0.1", List.of());

    private final AlertFixture world = new AlertFixture();
    private final Alerts alerts = world.alerts(new Mailbox(), AlertFixture.above("PendingLetters", Subject.PENDING, 2));

    @AfterEach
    void close() {
        world.close();
    }

    private String page(Caller caller) throws Exception {
        return page(caller, alerts);
    }

    private String page(Caller caller, Alerts shown) throws Exception {
        return MockMvcBuilders.standaloneSetup(world.page(shown))
                .setViewResolvers(new JteViewResolver())
                .build()
                .perform(get("/alerts").requestAttr(Caller.class.getName(), caller))
                .andReturn()
                .getResponse()
                .getContentAsString();
    }

    private void check() {
        var unused = alerts.check();
    }

    private void archiveAll() {
        world.redrive.letters().moveAll(Filter.all(), ManualMove.archive("ann", null));
    }

    /** Without tags, and with one space where there is any. */
    private static String words(String page) {
        return page.replaceAll("<[^>]*>", " ").replaceAll("\\s+", " ");
    }

    @Test
    void a_firing_rule_says_its_value_of_now_and_the_one_when_it_fired_each_with_its_time() throws Exception {
        world.capture(3, "orders", LetterStatus.PENDING);
        check();
        world.clock.forward(Duration.ofMinutes(5));
        world.capture(1, "orders", LetterStatus.PENDING);

        assertThat(words(page(ANN)))
                .contains(
                        "The number of pending letters is 4, above 2",
                        "value of just now · 3 when it fired 5 min ago",
                        "1 alert is firing.");
    }

    @Test
    void a_rule_whose_condition_ended_after_the_last_check_does_not_seem_to_hold() throws Exception {
        world.capture(3, "orders", LetterStatus.PENDING);
        check();
        archiveAll();

        assertThat(words(page(ANN))).contains("The number of pending letters is 0, no longer above 2");
    }

    @Test
    void a_rule_that_fires_while_it_is_snoozed_has_no_value_of_a_message_from_before() throws Exception {
        world.capture(3, "orders", LetterStatus.PENDING);
        check();
        archiveAll();
        check();
        world.clock.forward(Duration.ofMinutes(1));
        snooze();
        world.capture(7, "orders", LetterStatus.PENDING);
        check();

        assertThat(words(page(ANN)))
                .contains("The number of pending letters is 7", "1 alert is firing, 1 of them snoozed.")
                .doesNotContain("when it fired");
    }

    private void snooze() {
        var unused = world.snoozes(alerts)
                .change(
                        ANN,
                        "PendingLetters",
                        new SnoozeRequest(Optional.of(world.clock.instant().plus(Duration.ofHours(2))), null, null));
    }

    @Test
    void numbers_have_thin_spaces_between_their_thousands() throws Exception {
        world.capture(1234, "orders", LetterStatus.PENDING);
        check();

        assertThat(page(ANN))
                .contains("The number of pending letters is 1\u202f234, above 2", "1\u202f234 when it fired")
                .doesNotContain("1,234");
    }

    @Test
    void a_test_is_sent_by_those_who_may_when_there_is_where_to() throws Exception {
        Alerts silent = world.alerts(List.of());

        assertThat(page(ANN)).contains("data-command=\"test\">Send a test</button>");
        assertThat(page(VIC))
                .contains("data-command=\"test\" disabled aria-describedby=\"why-no-test\"")
                .contains("id=\"why-no-test\">Sending a test needs the role operator.");
        assertThat(page(ANN, silent))
                .contains("id=\"why-no-test\">There is nothing to test: no address is configured.");
    }

    @Test
    void a_viewer_sees_why_they_cannot_snooze() throws Exception {
        world.capture(3, "orders", LetterStatus.PENDING);
        check();

        assertThat(page(VIC))
                .containsPattern(
                        "Snooze PendingLetters\"[^>]* disabled aria-describedby=\"(why-not-\\w+)\"[\\s\\S]{0,300} id=\"\\1\">Snoozing needs the role operator[.]");
        assertThat(page(ANN))
                .contains("aria-label=\"Snooze PendingLetters\">Snooze… <kbd>s</kbd></button>")
                .doesNotContain("needs the role");
        snooze();
        assertThat(page(VIC))
                .containsPattern(
                        "disabled aria-label=\"End the snooze of PendingLetters\" aria-describedby=\"why-not-");
    }
}
