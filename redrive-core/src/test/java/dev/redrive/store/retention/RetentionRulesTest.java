package dev.redrive.store.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.letter.LetterStatus;
import dev.redrive.store.retention.RetentionRules.ChannelRetention;
import dev.redrive.text.Glob;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RetentionRulesTest {
    private static final Retention SHORT = new Retention(Duration.ofDays(1), Duration.ofDays(2), Duration.ofDays(3));
    private static final Retention LONG =
            new Retention(Duration.ofDays(700), Duration.ofDays(800), Duration.ofDays(900));

    private static RetentionRules rules(ChannelRetention... rules) {
        return new RetentionRules(Retention.defaults(), List.of(rules));
    }

    @Test
    void a_known_channel_has_its_own_time() {
        RetentionRules rules =
                rules(new ChannelRetention(new Glob("click*"), SHORT), new ChannelRetention(new Glob("ledger"), LONG));

        ChannelTimes times = rules.times(LetterStatus.RESOLVED, Set.of("orders", "clicks", "ledger"));

        assertThat(times.of("orders")).isEqualTo(Duration.ofDays(30));
        assertThat(times.of("clicks")).isEqualTo(Duration.ofDays(1));
        assertThat(times.of("ledger")).isEqualTo(Duration.ofDays(700));
        assertThat(times.shortest()).isEqualTo(Duration.ofDays(1));
    }

    @Test
    void a_channel_that_nobody_knew_has_the_longest_time_of_all() {
        RetentionRules longer =
                rules(new ChannelRetention(new Glob("click*"), SHORT), new ChannelRetention(new Glob("ledger"), LONG));
        RetentionRules shorter = rules(new ChannelRetention(new Glob("click*"), SHORT));

        assertThat(longer.times(LetterStatus.ARCHIVED, Set.of("clicks")).of("ledger"))
                .isEqualTo(Duration.ofDays(900));
        assertThat(longer.times(LetterStatus.FAILED, Set.of("clicks")).of("clicks2"))
                .isEqualTo(Duration.ofDays(800));
        assertThat(shorter.times(LetterStatus.ARCHIVED, Set.of("clicks")).of("ledger"))
                .isEqualTo(Duration.ofDays(365));
    }
}
