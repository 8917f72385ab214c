package dev.redrive.server.channels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import dev.redrive.json.Json;
import dev.redrive.letter.LetterStatus;
import dev.redrive.series.MinuteCount;
import dev.redrive.server.config.Settings;
import dev.redrive.server.kafka.KafkaReport;
import dev.redrive.server.nodes.NodeReports;
import dev.redrive.server.pages.JteViewResolver;
import dev.redrive.server.pages.PageFrames;
import dev.redrive.server.pages.PageProblems;
import dev.redrive.server.pages.PagesFixture;
import dev.redrive.server.pages.RailCounts;
import dev.redrive.server.pages.SampleSettings;
import dev.redrive.server.target.TargetHealth;
import dev.redrive.store.channels.ChannelHold;
import dev.redrive.store.channels.ChannelHolds;
import dev.redrive.store.nodes.Node;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

/** The pages of channels. */
class ChannelsPageTest extends PagesFixture {
    private final Settings settings =
            SampleSettings.with(SampleSettings.at("memory:", "$.card"), SampleSettings.team("shop", "orders*"));
    private final TargetHealth health = TargetHealth.of(settings);

    @BeforeEach
    void openChannels() {
        PageFrames frames = new PageFrames(settings, clock, caller -> RailCounts.NONE, false);
        ChannelReports reports = new ChannelReports(
                redrive, settings, store.series(), health, caller -> kafka, new NodeReports(store, redrive), clock);
        ChannelCommands commands = new ChannelCommands(
                redrive,
                settings,
                (caller, action, subject, count) ->
                        audited.add(caller.name() + " " + action + " " + subject + " " + count),
                clock);
        mvc = MockMvcBuilders.standaloneSetup(new ChannelsPage(reports, commands, letters, health, settings, frames))
                .setControllerAdvice(new PageProblems(frames))
                .setViewResolvers(new JteViewResolver())
                .build();
    }

    @AfterEach
    void closeHealth() {
        health.close();
    }

    // All channels

    @Test
    void without_letters_it_says_so() throws Exception {
        assertThat(page(VIEWER, "/channels"))
                .contains("No channel has letters.", "No channels yet", "curl http://localhost/dlq")
                .doesNotContain("<table");
    }

    @Test
    void a_channel_says_which_team_owns_it() throws Exception {
        captured(aLetter().from("orders"));
        captured(aLetter().from("invoices"));

        assertThat(page(VIEWER, "/channels/one?name=orders")).contains("<dd id=\"team\">team shop</dd>");
        assertThat(page(VIEWER, "/channels/one?name=invoices")).doesNotContain("id=\"team\"");
    }

    @Test
    void a_circuit_that_is_open_on_another_node_is_named_with_it() throws Exception {
        captured(aLetter().from("orders"));
        redrive.handle("orders", letter -> {});
        assertThat(page(VIEWER, "/channels/one?name=orders")).contains("On no other node is its circuit open.");
        Json work = Json.object(Map.of("circuits", Map.of("orders", "HALF_OPEN")));

        store.nodes().seen(new Node("queue-2", "9", "10.0.0.2:8080", clock.instant(), clock.instant(), work));

        assertThat(page(VIEWER, "/channels/one?name=orders"))
                .contains("<dd>half open on <span class=\"mono\">queue-2</span></dd>");
    }

    @Test
    void channels_with_the_most_open_letters_come_first() throws Exception {
        captured(aLetter().from("calm").status(LetterStatus.ARCHIVED));
        captured(aLetter().from("orders"));
        captured(aLetter().from("payments"));
        captured(aLetter().from("payments"));

        String page = page(VIEWER, "/channels");

        assertThat(page).contains("2 of 3 channels have open letters.", "href=\"/channels/one?name=payments\"");
        assertThat(page.indexOf("name=payments")).isLessThan(page.indexOf("name=orders"));
        assertThat(page.indexOf("name=orders")).isLessThan(page.indexOf("name=calm"));
        assertThat(page(VIEWER, "/channels?name=pay*")).contains("payments").doesNotContain("name=orders");
    }

    @Test
    void each_channel_says_whether_it_flows() throws Exception {
        captured(aLetter().from("calm").status(LetterStatus.ARCHIVED));
        captured(aLetter().from("orders"));
        captured(aLetter().from("payments"));
        captured(aLetter().from("invoices"));
        redrive.handle("payments", letter -> {});
        redrive.handle("invoices", letter -> {});
        hold("invoices", null);

        String page = page(VIEWER, "/channels");

        assertThat(flow(page, "orders")).isEqualTo("no target");
        assertThat(flow(page, "payments")).isEqualTo("flows");
        assertThat(flow(page, "invoices")).isEqualTo("held");
        assertThat(flow(page, "calm")).isEqualTo("nothing waits");
    }

    private static String flow(String page, String channel) {
        String row = page.substring(page.indexOf("data-key=\"" + channel + "\""));
        String pill = row.substring(row.indexOf("<span class=\"pill"));
        return pill.substring(pill.indexOf('>') + 1, pill.indexOf("</span>"));
    }

    @Test
    void a_caller_with_some_channels_sees_only_those() throws Exception {
        captured(aLetter().from("orders"));
        captured(aLetter().from("payments"));

        assertThat(page(SCOPED, "/channels")).contains("orders").doesNotContain("payments");
        assertThat(answer(SCOPED, get("/channels/one?name=payments")).getStatus())
                .isEqualTo(403);
        assertThat(page(SCOPED, "/channels/one?name=orders")).doesNotContain("/causes/");
    }

    // One channel

    @Test
    void a_channel_shows_its_flow_its_target_its_policies_and_its_causes() throws Exception {
        captured(aLetter().from("payments"));
        String cause = letters.find(captured(aLetter().from("payments").status(LetterStatus.MANUAL)))
                .orElseThrow()
                .cause()
                .toString();
        redrive.handle("pay*", letter -> {});
        store.series()
                .add(List.of(
                        new MinuteCount(clock.instant(), "payments", MinuteCount.Measure.CAPTURED, 7),
                        new MinuteCount(clock.instant(), "payments", MinuteCount.Measure.RESOLVED, 5)));
        clock.forward(Duration.ofMinutes(3));

        assertThat(page(VIEWER, "/channels/one?name=payments"))
                .contains("1 letter waits to be sent, 1 letter needs a decision.")
                .contains("7 letters captured", "5 letters resolved", "3 min ago", "0 sequences wait")
                .contains("pay*", "closed", "No rate limit", "no health address")
                .contains("exponential", "built in: retryability TRANSIENT")
                .contains("href=\"/letters?channel=payments\"", "href=\"/causes/" + cause)
                .doesNotContain("id=\"no-target\"", "in its dead letter topics");
    }

    @Test
    void one_without_a_target_says_so_and_how_to_give_it_one() throws Exception {
        captured(aLetter().from("orders"));

        assertThat(page(VIEWER, "/channels/one?name=orders"))
                .contains("no target is configured.", "No target is configured for the channel orders; add one under")
                .contains("redrive.channels: { match: \"orders\"");
    }

    @Test
    void the_lag_of_its_dead_letter_topics_is_shown() throws Exception {
        captured(aLetter().from("orders"));
        KafkaReport.Topic topic =
                new KafkaReport.Topic("orders.dlq", true, null, "orders", 1, 50, 8, Map.of(), 42, 0, 0, 0, null, null);
        kafka = new KafkaReport(true, "healthy", List.of(), List.of(), "redrive", 42, 0, List.of(topic), null);

        assertThat(page(VIEWER, "/channels/one?name=orders")).contains("42 records wait in its dead letter topics");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a/b c", "a&b=c#d+e%f?g", "{name}", "versions", "\"><script>alert('x')</script>", "\u202e0001"})
    void any_name_has_a_page_and_can_be_held_and_released(String name) throws Exception {
        captured(aLetter().from(name));
        String address = "/channels/one?name=" + URLEncoder.encode(name, StandardCharsets.UTF_8);

        assertThat(page(VIEWER, "/channels")).contains("href=\"" + address + "\"");
        assertThat(answer(OPERATOR, get(URI.create(address.replace("+", "%20"))))
                        .getContentAsString())
                .contains("<input type=\"hidden\" name=\"name\"")
                .doesNotContain("<script>alert", "<bdi>\u202e");
        assertThat(sent("/channels/hold", name).getRedirectedUrl()).isEqualTo(address);
        assertThat(redrive.channels().held()).extracting(ChannelHold::channel).containsExactly(name);
        assertThat(sent("/channels/release", name).getRedirectedUrl()).isEqualTo(address);
        assertThat(redrive.channels().held()).isEmpty();
    }

    private MockHttpServletResponse sent(String address, String name) throws Exception {
        return answer(OPERATOR, post(address).param("name", name));
    }

    // Holding and releasing

    @Test
    void a_held_channel_says_by_whom_since_when_and_why() throws Exception {
        captured(aLetter().from("payments"));

        MockHttpServletResponse answer = answer(OPERATOR, hold().param("reason", "the bank is down"));
        clock.forward(Duration.ofMinutes(3));

        assertThat(answer.getStatus()).isEqualTo(303);
        assertThat(page(OPERATOR, "/channels/one?name=payments"))
                .contains("Held by <strong>olga</strong>", "3 min ago", "the bank is down")
                .contains("captured and not sent", "id=\"do-release\"")
                .doesNotContain("id=\"do-hold\"");
        assertThat(audited).containsExactly("olga channel.hold payments: the bank is down 0");
    }

    private static MockHttpServletRequestBuilder hold() {
        return post("/channels/hold").param("name", "payments");
    }

    @Test
    void the_reason_is_hidden_from_whom_payloads_are() throws Exception {
        hold("payments", "card 4711");

        assertThat(page(VIEWER, "/channels/one?name=payments")).contains("***").doesNotContain("4711");
    }

    private void hold(String channel, @Nullable String reason) {
        redrive.channels().hold(new ChannelHold(channel, "olga", reason, clock.instant()));
    }

    @Test
    void a_hold_that_is_there_stays_and_is_shown() throws Exception {
        hold("payments", "the first reason");

        assertThat(answer(ADMIN, hold().param("reason", "another")).getStatus()).isEqualTo(303);

        assertThat(page(OPERATOR, "/channels/one?name=payments"))
                .contains("the first reason")
                .doesNotContain("another");
        assertThat(audited).isEmpty();
    }

    @Test
    void what_is_refused_says_why() throws Exception {
        captured(aLetter().from("payments"));

        assertThat(answer(OPERATOR, post("/channels/release").param("name", "payments"))
                        .getContentAsString())
                .contains("id=\"problem-detail\"", "the channel payments is not held");
        assertThat(answer(OPERATOR, hold().param("reason", "x".repeat(4097))).getStatus())
                .isEqualTo(400);
        for (int i = 0; i < ChannelHolds.MOST; i++) hold("held-" + i, null);
        assertThat(answer(OPERATOR, hold()).getContentAsString()).contains("1000 channels are held already");
        assertThat(answer(VIEWER, get("/channels/one?name=nothing")).getStatus())
                .isEqualTo(404);
        assertThat(answer(VIEWER, get("/channels/one")).getStatus()).isEqualTo(400);
    }

    @Test
    void a_viewer_sees_the_buttons_disabled_with_the_reason_and_can_press_none() throws Exception {
        captured(aLetter().from("payments"));

        assertThat(page(VIEWER, "/channels/one?name=payments"))
                .contains("disabled aria-describedby=\"why-not\">Hold…", "this needs the role operator")
                .doesNotContain("<form method=\"post\"");
        assertThat(answer(VIEWER, hold()).getStatus()).isEqualTo(403);
        hold("payments", null);
        assertThat(page(VIEWER, "/channels/one?name=payments"))
                .contains("disabled aria-describedby=\"why-not\">Release");
        assertThat(answer(VIEWER, post("/channels/release").param("name", "payments"))
                        .getStatus())
                .isEqualTo(403);
        assertThat(answer(SCOPED, hold()).getStatus()).isEqualTo(403);
        assertThat(redrive.channels().held()).hasSize(1);
    }
}
