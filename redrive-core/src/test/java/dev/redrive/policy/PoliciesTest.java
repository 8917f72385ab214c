package dev.redrive.policy;

import static dev.redrive.policy.RetryContexts.afterRetries;
import static dev.redrive.policy.RetryContexts.withChance;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.letter.Category;
import dev.redrive.letter.Priority;
import dev.redrive.letter.Retryability;
import dev.redrive.text.Glob;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PoliciesTest {
    @ParameterizedTest
    @CsvSource({
        "TIMEOUT,            TRANSIENT, exponential",
        "DOWNSTREAM_FAILURE, TRANSIENT, exponential",
        "PERSISTENCE,        TRANSIENT, exponential",
        "RATE_LIMIT,         TRANSIENT, off-peak",
        "DESERIALIZATION,    PERMANENT, never",
        "VALIDATION,         PERMANENT, never",
        "DUPLICATE,          PERMANENT, never",
        "AUTHORIZATION,      PERMANENT, never",
        "NOT_FOUND,          PERMANENT, never",
        "UNKNOWN,            UNKNOWN,   manual",
        // what a person or a rule said about retrying counts for more than what the category usually means
        "RATE_LIMIT,         PERMANENT, off-peak",
        "UNKNOWN,            TRANSIENT, exponential",
        "TIMEOUT,            PERMANENT, never",
        "VALIDATION,         UNKNOWN,   manual"
    })
    void the_built_in_table(Category category, Retryability retryability, String word) {
        Policy policy = Policies.builtIn().policyFor("orders", "SomeException", category, retryability);

        assertThat(policy.strategy().word()).isEqualTo(word);
        assertThat(policy.maxRetries()).isEqualTo(5);
        assertThat(policy.priority()).isNull();
    }

    @Test
    void the_built_in_strategies_have_the_defaults_of_the_contract() {
        Policies policies = Policies.builtIn();

        assertThat(policies.policyFor("c", "e", Category.RATE_LIMIT, Retryability.TRANSIENT)
                        .strategy())
                .isEqualTo(OffPeak.defaults());
        assertThat(policies.policyFor("c", "e", Category.TIMEOUT, Retryability.TRANSIENT)
                        .strategy())
                .isEqualTo(Exponential.defaults());
    }

    @Test
    void the_first_own_policy_that_fits_wins_over_later_and_built_in_ones() {
        Policy ledger = new Policy(Match.any().channel(new Glob("ledger.*")), Ladder.defaults(), 9, Priority.HIGH);
        Policy timeouts = Policy.of(Match.any().category(Category.TIMEOUT), Conditional.defaults());
        Policies policies = new Policies(List.of(ledger, timeouts));

        assertThat(policies.policyFor("ledger.eu", "e", Category.TIMEOUT, Retryability.TRANSIENT))
                .isEqualTo(ledger);
        assertThat(policies.policyFor("orders", "e", Category.TIMEOUT, Retryability.TRANSIENT))
                .isEqualTo(timeouts);
        assertThat(policies.policyFor("orders", "e", Category.PERSISTENCE, Retryability.TRANSIENT)
                        .strategy())
                .isEqualTo(Exponential.defaults());
    }

    @ParameterizedTest
    @CsvSource({
        "payment.eu, QuotaExceeded,   RATE_LIMIT, TRANSIENT, true",
        "orders,     QuotaExceeded,   RATE_LIMIT, TRANSIENT, false",
        "payment.eu, TimeoutError,    RATE_LIMIT, TRANSIENT, false",
        "payment.eu, QuotaExceeded,   TIMEOUT,    TRANSIENT, false",
        "payment.eu, QuotaExceeded,   RATE_LIMIT, PERMANENT, false"
    })
    void all_conditions_of_a_match_must_fit(
            String channel, String errorType, Category category, Retryability retryability, boolean expected) {
        Match match = Match.any()
                .channel(new Glob("payment.*"))
                .errorType(new Glob("*Quota*"))
                .category(Category.RATE_LIMIT)
                .retryability(Retryability.TRANSIENT);

        boolean fits = match.fits(channel, errorType, category, retryability);

        assertThat(fits).isEqualTo(expected);
    }

    @Test
    void a_list_changed_afterwards_does_not_change_the_policies() {
        List<Policy> own = new ArrayList<>();
        Policies policies = new Policies(own);

        own.add(Policy.of(Match.any(), new Manual()));

        assertThat(policies.policyFor("c", "e", Category.VALIDATION, Retryability.PERMANENT)
                        .strategy())
                .isEqualTo(new Never());
    }

    @Test
    void retries_end_when_the_limit_is_reached() {
        Policy policy = Policy.of(Match.any(), Exponential.defaults());

        Decision fourth = Policies.builtIn().decide(policy, withChance(4, 0), 5);
        Decision fifth = Policies.builtIn().decide(policy, withChance(5, 0), 5);

        assertThat(fourth).isEqualTo(Exponential.defaults().next(withChance(4, 0)));
        assertThat(fifth).isEqualTo(new Decision.GiveUp());
    }

    @Test
    void the_limit_handed_in_counts_not_the_one_of_the_policy() {
        Policy policy = new Policy(Match.any(), Ladder.defaults(), 0, null);

        Decision decision = Policies.builtIn().decide(policy, afterRetries(7), 8);

        assertThat(decision).isInstanceOf(Decision.RetryAt.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1_000_001})
    void a_limit_out_of_range_is_refused(int maxRetries) {
        assertThatThrownBy(() -> new Policy(Match.any(), new Manual(), maxRetries, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("max-retries must be between 0 and 1000000, was " + maxRetries);
    }
}
