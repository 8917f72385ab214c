package dev.redrive.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.classify.Rule;
import dev.redrive.letter.Category;
import dev.redrive.letter.Priority;
import dev.redrive.letter.Retryability;
import dev.redrive.policy.Conditional;
import dev.redrive.policy.Conditions;
import dev.redrive.policy.Exponential;
import dev.redrive.policy.Ladder;
import dev.redrive.policy.Manual;
import dev.redrive.policy.Match;
import dev.redrive.policy.Never;
import dev.redrive.policy.OffPeak;
import dev.redrive.policy.Policies;
import dev.redrive.policy.Policy;
import dev.redrive.policy.Strategy;
import dev.redrive.text.Glob;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PolicySettingsTest {
    static Stream<Arguments> strategies() {
        return Stream.of(
                Arguments.of("strategy: exponential", Exponential.defaults()),
                Arguments.of(
                        "strategy: exponential, base: 2s, max: 1h, jitter: 0",
                        new Exponential(Duration.ofSeconds(2), Duration.ofHours(1), 0)),
                Arguments.of(
                        "strategy: Exponential, base: 10m",
                        new Exponential(Duration.ofMinutes(10), Duration.ofMinutes(10), 0.3)),
                Arguments.of("strategy: ladder", Ladder.defaults()),
                Arguments.of(
                        "strategy: ladder, steps: [0s, 1m]", new Ladder(List.of(Duration.ZERO, Duration.ofMinutes(1)))),
                Arguments.of(
                        "strategy: ladder, steps: '10s, 1m'",
                        new Ladder(List.of(Duration.ofSeconds(10), Duration.ofMinutes(1)))),
                Arguments.of("strategy: off-peak", OffPeak.defaults()),
                Arguments.of(
                        "strategy: off_peak, hours: [23, 0], zone: Europe/Berlin",
                        new OffPeak(List.of(0, 23), ZoneId.of("Europe/Berlin"))),
                Arguments.of("strategy: conditional", Conditional.defaults()),
                Arguments.of(
                        "strategy: conditional, recheck: 1m, when: { cpu-below: 0.5 }",
                        new Conditional(new Conditions(false, 0.5, null, false), Duration.ofMinutes(1))),
                Arguments.of(
                        "strategy: conditional, when: { circuit: closed, memory-below: 1, db-connections: available }",
                        new Conditional(new Conditions(true, null, 1.0, true), Duration.ofSeconds(30))),
                Arguments.of("strategy: manual", new Manual()),
                Arguments.of("strategy: never", new Never()));
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void all_strategies_can_be_configured(String keys, Strategy expected) {
        assertThat(SettingsFixture.file("policies: [{ " + keys + " }]").policies())
                .containsExactly(Policy.of(Match.any(), expected));
    }

    @Test
    void a_policy_names_what_it_matches() {
        assertThat(SettingsFixture.file("""
                        policies:
                          - { category: rate-limit, retryability: TRANSIENT, channel: "a.*", error-type: "*X", strategy: never,
                              max-retries: 0, priority: critical }
                        """).policies())
                .containsExactly(new Policy(
                        new Match(Category.RATE_LIMIT, Retryability.TRANSIENT, new Glob("a.*"), new Glob("*X")),
                        new Never(),
                        0,
                        Priority.CRITICAL));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "category: TIMEOUT                                  | strategy | is missing; it must be one of exponential, ladder, off-peak, conditional, manual, never",
                "strategy: exponentail, base: 1s                    | strategy | \"exponentail\" is not allowed; it must be one of exponential, ladder, off-peak, conditional, manual, never; did you mean \"exponential\"?",
                "strategy: never, category: TIMEOT                  | category | \"TIMEOT\" is not allowed; it must be one of TIMEOUT, DOWNSTREAM_FAILURE, PERSISTENCE, RATE_LIMIT, DESERIALIZATION, VALIDATION, DUPLICATE, AUTHORIZATION, NOT_FOUND, UNKNOWN; did you mean \"TIMEOUT\"?",
                "strategy: never, retryability: often               | retryability | \"often\" is not allowed; it must be one of transient, permanent, unknown",
                "strategy: never, priority: urgent                  | priority | \"urgent\" is not allowed; it must be one of LOW, NORMAL, HIGH, CRITICAL",
                "strategy: never, max-retries: many                 | max-retries | \"many\" is not allowed; it must be a whole number from 0 to 1000000",
                "strategy: never, steps: [1m]                       | steps | there is no such key; allowed here: category, channel, error-type, max-retries, priority, retryability, strategy",
                "strategy: exponential, base: 5                     | base | \"5\" is not allowed; it must be a duration from 1ms to 3650d, such as 500ms, 30s, 5m, 24h, 7d or 1y",
                "strategy: exponential, base: 0s                    | base | \"0s\" is not allowed",
                "strategy: exponential, base: 1m, max: 1s           | max | must be at least as long as base",
                "strategy: exponential, jitter: 1.5                 | jitter | \"1.5\" is not allowed; it must be a number from 0 to 1",
                "strategy: exponential, jitter: NaN                 | jitter | \"NaN\" is not allowed",
                "strategy: ladder, steps: []                        | steps | the list is empty; fill it or remove the key",
                "strategy: ladder, steps: [1m, soon]                | steps[1] | \"soon\" is not allowed; it must be a duration",
                "strategy: ladder, steps: { a: 1m }                 | steps | must be a list, and is a group of keys",
                "strategy: off-peak, hours: [24]                    | hours[0] | \"24\" is not allowed; it must be a whole number from 0 to 23",
                "strategy: off-peak, zone: Mars/Olympus             | zone | \"Mars/Olympus\" is not allowed; it must be a time zone such as UTC or Europe/Berlin",
                "strategy: conditional, when: { circuit: open }     | when.circuit | \"open\" is not allowed; it must be one of closed, any",
                "strategy: conditional, when: { cpu-below: 80 }     | when.cpu-below | \"80\" is not allowed; it must be a number above 0 and at most 1",
                "strategy: conditional, when: { cpu: 0.8 }          | when.cpu | there is no such key; allowed here: circuit, cpu-below, db-connections, memory-below"
            })
    void a_wrong_policy_is_reported(String keys, String key, String text) {
        assertThat(SettingsFixture.mistakes("policies: [{ " + keys + " }]"))
                .singleElement()
                .asString()
                .startsWith("redrive.policies[0]." + key + " (redrive.yaml, line 2): " + text);
    }

    @Test
    void the_old_variables_change_the_built_in_policies() {
        Settings settings = SettingsFixture.both(
                Map.of("DLQ_BASE_DELAY_MS", "2000", "DLQ_MAX_DELAY_MS", "60000", "DLQ_MAX_RETRIES", "7"),
                "policies: [{ channel: ledger, strategy: manual }]");

        Policies policies = new Policies(settings.policies());

        Policy timeout = policies.policyFor("orders", "X", Category.TIMEOUT, Retryability.TRANSIENT);
        assertThat(timeout.strategy()).isEqualTo(new Exponential(Duration.ofSeconds(2), Duration.ofMinutes(1), 0.3));
        assertThat(timeout.maxRetries()).isEqualTo(7);
        Policy limited = policies.policyFor("orders", "X", Category.RATE_LIMIT, Retryability.TRANSIENT);
        assertThat(limited.strategy()).isEqualTo(OffPeak.defaults());
        assertThat(limited.maxRetries()).isEqualTo(7);
        Policy own = policies.policyFor("ledger", "X", Category.TIMEOUT, Retryability.TRANSIENT);
        assertThat(own.strategy()).isEqualTo(new Manual());
        assertThat(own.maxRetries()).isEqualTo(7);
        Policy invalid = policies.policyFor("orders", "X", Category.VALIDATION, Retryability.PERMANENT);
        assertThat(invalid.strategy()).isEqualTo(new Never());
    }

    @ParameterizedTest
    @CsvSource({
        "DLQ_BASE_DELAY_MS, 600000, 600000, 600000, 5",
        "DLQ_BASE_DELAY_MS, 10,     10,     300000, 5",
        "DLQ_MAX_DELAY_MS,  500,    500,    500,    5",
        "DLQ_MAX_DELAY_MS,  9000,   1000,   9000,   5",
        "DLQ_MAX_RETRIES,   0,      1000,   300000, 0"
    })
    void each_old_variable_works_alone(String name, String value, long base, long max, int retries) {
        List<Policy> policies = SettingsFixture.environment(Map.of(name, value)).policies();

        assertThat(policies).last().satisfies(policy -> {
            assertThat(policy.strategy())
                    .isEqualTo(new Exponential(Duration.ofMillis(base), Duration.ofMillis(max), 0.3));
            assertThat(policy.maxRetries()).isEqualTo(retries);
        });
    }

    @Test
    void wrong_old_variables_are_reported_by_their_names() {
        assertThat(SettingsFixture.mistakes(Map.of("DLQ_BASE_DELAY_MS", "1s", "DLQ_MAX_RETRIES", "-1"), ""))
                .containsExactlyInAnyOrder(
                        "DLQ_BASE_DELAY_MS: \"1s\" is not allowed; it must be a whole number from 1 to 2147483647",
                        "DLQ_MAX_RETRIES: \"-1\" is not allowed; it must be a whole number from 0 to 1000000");
        assertThat(SettingsFixture.mistakes(Map.of("DLQ_BASE_DELAY_MS", "1000", "DLQ_MAX_DELAY_MS", "10"), ""))
                .containsExactly("DLQ_MAX_DELAY_MS: must be at least DLQ_BASE_DELAY_MS");
    }

    @Test
    void classification_rules_are_read() {
        assertThat(SettingsFixture.file("""
                        classification:
                          - { error-type: "*Quota*", category: RATE_LIMIT }
                          - { code: "23505", http-status: 409, category: DUPLICATE }
                          - { http-status: 5xx, message: Maintenance, category: VALIDATION, retryability: transient }
                          - { http-status: 420-429, category: rate-limit }
                        """).classification())
                .containsExactly(
                        Rule.to(Category.RATE_LIMIT).errorType("*Quota*"),
                        Rule.to(Category.DUPLICATE).code("23505").httpStatus(409),
                        Rule.to(Category.VALIDATION)
                                .httpStatus(500, 599)
                                .message("Maintenance")
                                .retryability(Retryability.TRANSIENT),
                        Rule.to(Category.RATE_LIMIT).httpStatus(420, 429));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "category: TIMEOUT                 | classification[0] | fits nothing; give it an error-type, code, http-status or message (error-type \"*\" is any)",
                "code: a                           | classification[0].category | is missing; it must be one of TIMEOUT,",
                "code: a, category: OOPS           | classification[0].category | \"OOPS\" is not allowed",
                "http-status: 99, category: TIMEOUT | classification[0].http-status | \"99\" is not allowed; it must be an HTTP status such as 503, 500-599 or 5xx",
                "http-status: 599-500, category: TIMEOUT | classification[0].http-status | \"599-500\" is not allowed"
            })
    void a_wrong_rule_is_reported(String keys, String key, String text) {
        assertThat(SettingsFixture.mistakes("classification: [{ " + keys + " }]"))
                .singleElement()
                .asString()
                .startsWith("redrive." + key + " (redrive.yaml, line 2): " + text);
    }
}
