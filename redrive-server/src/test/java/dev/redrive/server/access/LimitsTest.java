package dev.redrive.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.SettableClock;
import dev.redrive.server.access.signin.LoginThrottle;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LimitsTest {
    private final SettableClock clock = SettableClock.standing();
    private final RequestLimit limit = new RequestLimit(10, this::nanos);
    private final LoginThrottle throttle = new LoginThrottle(this::nanos);

    @Test
    void an_address_may_send_two_seconds_worth_at_once_and_then_its_rate() {
        for (int i = 0; i < 20; i++) assertThat(limit.take("10.0.0.1")).isZero();

        assertThat(limit.take("10.0.0.1")).isEqualTo(Duration.ofMillis(100));
        clock.forward(Duration.ofMillis(100));
        assertThat(limit.take("10.0.0.1")).isZero();
        assertThat(limit.take("10.0.0.1")).isPositive();
    }

    @Test
    void a_rest_gives_no_more_than_the_burst() {
        clock.forward(Duration.ofDays(7));

        int passed = 0;
        while (limit.take("10.0.0.1").isZero()) passed++;

        assertThat(passed).isEqualTo(20);
    }

    @Test
    void addresses_do_not_share_a_limit_but_a_network_of_ipv6_does() {
        while (limit.take("10.0.0.1").isZero()) {}
        while (limit.take("2001:db8:1:2::1").isZero()) {}

        assertThat(limit.take("10.0.0.2")).isZero();
        assertThat(limit.take("2001:db8:1:2:aaaa:0:0:7%eth0")).isPositive();
        assertThat(limit.take("2001:db8:1:3::1")).isZero();
    }

    @Test
    void only_so_many_addresses_are_remembered() {
        while (limit.take("10.0.0.1").isZero()) {}

        for (int i = 0; i < RequestLimit.MOST_ADDRESSES; i++)
            assertThat(limit.take("made up " + i)).isZero();

        assertThat(limit.take("10.0.0.1")).as("forgotten, not kept for ever").isZero();
    }

    @Test
    void an_address_is_cut_to_its_network_without_a_name_lookup() {
        assertThat(ClientNetwork.of("10.0.0.1")).isEqualTo("10.0.0.1");
        assertThat(ClientNetwork.of("2001:db8:0:0:0:0:0:1")).isEqualTo(ClientNetwork.of("2001:db8::2"));
        assertThat(ClientNetwork.of("not:an:address")).isEqualTo("not:an:address");
        assertThat(ClientNetwork.of("::ffff:10.0.0.1")).isNotEqualTo(ClientNetwork.of("::ffff:10.0.0.2"));
    }

    @Test
    void wrong_tries_wait_twice_as_long_each_time() {
        for (int i = 0; i < LoginThrottle.FREE; i++)
            assertThat(throttle.begin("10.0.0.1")).isZero();

        for (long seconds : new long[] {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900}) {
            assertThat(throttle.begin("10.0.0.1")).isEqualTo(Duration.ofSeconds(seconds));
            clock.forward(Duration.ofSeconds(seconds));
            assertThat(throttle.begin("10.0.0.1")).isZero();
        }
    }

    @Test
    void a_try_that_was_right_does_not_count() {
        for (int i = 0; i < 50; i++) {
            assertThat(throttle.begin("10.0.0.1")).isZero();
            throttle.succeeded("10.0.0.1");
        }
    }

    @Test
    void one_good_token_does_not_buy_guesses() {
        for (int i = 0; i < LoginThrottle.FREE - 1; i++)
            assertThat(throttle.begin("10.0.0.1")).isZero();
        assertThat(throttle.begin("10.0.0.1")).isZero();
        throttle.succeeded("10.0.0.1");

        assertThat(throttle.begin("10.0.0.1")).isZero();

        assertThat(throttle.begin("10.0.0.1")).isPositive();
    }

    @Test
    void wrong_tries_are_forgotten_after_an_hour() {
        for (int i = 0; i < LoginThrottle.FREE; i++)
            assertThat(throttle.begin("10.0.0.1")).isZero();
        clock.forward(Duration.ofMinutes(61));

        for (int i = 0; i < LoginThrottle.FREE; i++)
            assertThat(throttle.begin("10.0.0.1")).isZero();

        assertThat(throttle.begin("10.0.0.1")).isPositive();
    }

    @Test
    void many_addresses_together_are_slowed_down_too() {
        int passed = 0;
        while (throttle.begin("10.0." + passed / 256 + "." + passed % 256).isZero()) passed++;

        assertThat(passed).isEqualTo(100);
        clock.forward(Duration.ofMillis(500));
        assertThat(throttle.begin("10.9.9.9")).isZero();
        assertThat(throttle.begin("10.9.9.8")).isPositive();
    }

    private long nanos() {
        return TimeUnit.MILLISECONDS.toNanos(
                Duration.between(Instant.EPOCH, clock.instant()).toMillis());
    }
}
