package dev.redrive.server.stats;

import static dev.redrive.server.stats.TestQueue.requestBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import dev.redrive.contract.LetterBuilder;
import dev.redrive.letter.Category;
import dev.redrive.letter.LetterStatus;
import dev.redrive.series.MinuteCount.Measure;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.web.Problem;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.test.json.JsonCompareMode;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

class StatsApiTest {
    private final TestQueue queue = new TestQueue();
    private final StatsApi api = new StatsApi(
            queue.overviews(),
            new HealthRules(TestQueue.usualRules()),
            queue.letters(),
            queue.minuteCounts,
            queue.clock);
    private final MockMvc mvc = MockMvcBuilders.standaloneSetup(api).build();

    @AfterEach
    void close() {
        queue.close();
    }

    @Test
    void the_numbers_have_the_names_of_the_contract() throws Exception {
        queue.has(2, "orders", LetterStatus.PENDING, LetterBuilder.timeout());
        queue.has(11, "payments", LetterStatus.FAILED, LetterBuilder.invalid());
        queue.counted("orders", Measure.CAPTURED, 13);
        queue.counted("orders", Measure.ATTEMPTED, 4);
        queue.counted("orders", Measure.RESOLVED, 1);
        queue.counted("orders", Measure.FAILED, 1);
        queue.clock.forward(Duration.ofSeconds(30));

        mvc.perform(asked("/dlq/stats"))
                .andExpect(status().isOk())
                .andExpect(content().json("""
                        {"status":"unhealthy","reasons":["letters failed: 11, more than 10"],
                         "pending":2,"retrying":0,"replayed":0,"failed":11,"manual":0,"success":0,"archived":0,"total":13,
                         "queueSize":13,"backlog":2,"ingestionPerMinute":13.0,"resolutionRate":0.5,"retrySuccessRate":0.25,
                         "oldestAge":30,
                         "byCategory":{
                           "TIMEOUT":{"pending":2,"retrying":0,"replayed":0,"failed":0,"manual":0,"success":0,"archived":0,"total":2},
                           "VALIDATION":{"pending":0,"retrying":0,"replayed":0,"failed":11,"manual":0,"success":0,"archived":0,"total":11}},
                         "byChannel":{
                           "payments":{"pending":0,"retrying":0,"replayed":0,"failed":11,"manual":0,"success":0,"archived":0,"total":11},
                           "orders":{"pending":2,"retrying":0,"replayed":0,"failed":0,"manual":0,"success":0,"archived":0,"total":2}}}
                        """, JsonCompareMode.STRICT));
    }

    @Test
    void an_empty_queue_is_healthy_and_has_nothing_to_say_about_rates() throws Exception {
        mvc.perform(asked("/dlq/stats")).andExpect(content().json("""
                        {"status":"healthy","reasons":[],"total":0,"resolutionRate":null,"retrySuccessRate":null,
                         "oldestAge":null,"byCategory":{},"byChannel":{}}"""));
    }

    @Test
    void channels_beyond_a_hundred_are_summed_up() {
        for (int i = 0; i < 103; i++) queue.has(1, "c" + i, LetterStatus.PENDING, LetterBuilder.timeout());

        StatsApi.Stats stats = api.stats(requestBy(), null);

        assertThat(stats.byChannel()).hasSize(101);
        assertThat(stats.byChannel().get("other"))
                .extracting(StatusCountsJson::total)
                .isEqualTo(3L);
    }

    @Test
    void a_channel_that_is_really_named_other_is_added_to_the_sum() {
        queue.has(5, "other", LetterStatus.PENDING, LetterBuilder.timeout());
        for (int i = 0; i < 101; i++) queue.has(1, "c" + i, LetterStatus.PENDING, LetterBuilder.timeout());

        StatsApi.Stats stats = api.stats(requestBy(), null);

        assertThat(stats.byChannel()).hasSize(100);
        assertThat(stats.byChannel().get("other"))
                .extracting(StatusCountsJson::total)
                .isEqualTo(7L);
    }

    @Test
    void a_limited_caller_sees_their_own_channels_and_may_not_ask_for_others() {
        queue.has(2, "orders", LetterStatus.PENDING, LetterBuilder.timeout());
        queue.has(3, "payments", LetterStatus.PENDING, LetterBuilder.timeout());

        assertThat(api.stats(requestBy("ord*"), null).counts().total()).isEqualTo(2);
        assertThat(api.errors(requestBy("ord*"), null, null).total()).isEqualTo(2);
        assertThatThrownBy(() -> api.stats(requestBy("ord*"), "payments"))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> assertThat(problem.status().value()).isEqualTo(403));
        assertThatThrownBy(() -> api.timeseries(requestBy("ord*"), null, null, null, "*"))
                .isInstanceOf(Problem.class);
    }

    @Test
    void error_types_come_most_frequent_first_with_their_share() {
        queue.has(1, "orders", LetterStatus.PENDING, LetterBuilder.timeout());
        queue.has(2, "orders", LetterStatus.FAILED, LetterBuilder.invalid());
        queue.has(
                1,
                "orders",
                LetterStatus.MANUAL,
                LetterBuilder.failure("com.acme.InvalidOrder", "what is this", Category.UNKNOWN));

        StatsApi.ErrorTypes errors = api.errors(requestBy(), null, null);

        assertThat(errors.total()).isEqualTo(4);
        assertThat(errors.items())
                .extracting(StatsApi.ErrorType::errorType)
                .containsExactly("com.acme.InvalidOrder", "java.net.SocketTimeoutException");
        assertThat(errors.items().get(0).count()).isEqualTo(3);
        assertThat(errors.items().get(0).share()).isEqualTo(0.75);
        assertThat(errors.items().get(0).categories()).containsExactly(Category.VALIDATION, Category.UNKNOWN);
        assertThat(api.errors(requestBy(), null, "1").items()).hasSize(1);
    }

    @Test
    void limits_that_are_no_limits_are_refused() {
        for (String limit : List.of("0", "501", "-1", "many", "99999999999"))
            assertThatThrownBy(() -> api.errors(requestBy(), null, limit))
                    .isInstanceOfSatisfying(
                            Problem.class,
                            problem -> assertThat(problem.extras()).containsEntry("field", "limit"));
    }

    @Test
    void steps_in_which_nothing_happened_are_there_too() throws Exception {
        queue.counted("orders", Measure.CAPTURED, 5);
        queue.counted("payments", Measure.CAPTURED, 2);
        queue.clock.forward(Duration.ofMinutes(2));
        queue.counted("orders", Measure.RESOLVED, 1);
        queue.clock.forward(Duration.ofMinutes(1));

        mvc.perform(asked("/dlq/timeseries?from=2026-03-02T10:00:00Z&step=1m&channel=orders"))
                .andExpect(content().json("""
                        {"from":"2026-03-02T10:00:00Z","to":"2026-03-02T10:03:00Z","step":60,"channel":"orders","points":[
                         {"at":"2026-03-02T10:00:00Z","captured":5,"attempted":0,"resolved":0,"failed":0,"archived":0},
                         {"at":"2026-03-02T10:01:00Z","captured":0,"attempted":0,"resolved":0,"failed":0,"archived":0},
                         {"at":"2026-03-02T10:02:00Z","captured":0,"attempted":0,"resolved":1,"failed":0,"archived":0}]}
                        """, JsonCompareMode.STRICT));
    }

    @Test
    void a_series_of_several_channels_is_their_sum() {
        queue.has(1, "orders.a", LetterStatus.PENDING, LetterBuilder.timeout());
        queue.counted("orders.a", Measure.CAPTURED, 5);
        queue.counted("orders.b", Measure.CAPTURED, 2);
        queue.counted("payments", Measure.CAPTURED, 100);
        queue.has(1, "orders.b", LetterStatus.PENDING, LetterBuilder.timeout());
        queue.clock.forward(Duration.ofMinutes(1));

        StatsApi.TimeSeries series = api.timeseries(requestBy("orders.*"), "2026-03-02T10:00:00Z", null, "1m", null);

        assertThat(series.points())
                .singleElement()
                .extracting(StatsApi.Point::captured)
                .isEqualTo(7L);
    }

    @Test
    void open_letters_are_spread_over_retries_and_ages() {
        queue.has(letter -> letter.retries(0, 5));
        queue.clock.forward(Duration.ofHours(2));
        queue.has(letter -> letter.retries(3, 5));
        queue.has(letter -> letter.retries(30, 50));
        queue.has(letter -> letter.retries(3, 5).status(LetterStatus.RESOLVED));

        Histograms.Histogram histogram = api.histogram(requestBy(), null);

        assertThat(histogram.exactUpTo()).isEqualTo(10_000);
        assertThat(histogram.retryCount())
                .filteredOn(bar -> bar.count() > 0)
                .containsExactly(
                        new Histograms.RetryBar(0, 0, 1, false),
                        new Histograms.RetryBar(3, 3, 1, false),
                        new Histograms.RetryBar(11, null, 1, false));
        assertThat(histogram.age())
                .filteredOn(bar -> bar.count() > 0)
                .containsExactly(
                        new Histograms.AgeBar(0, 300L, 2, false), new Histograms.AgeBar(3600, 21_600L, 1, false));
    }

    private static MockHttpServletRequestBuilder asked(String uri) {
        return get(uri).requestAttr(Caller.class.getName(), TestQueue.caller());
    }
}
