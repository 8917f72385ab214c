package dev.redrive.internal.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.store.retention.Retention;
import dev.redrive.store.retention.RetentionRules;
import dev.redrive.store.retention.RetentionRules.ChannelRetention;
import dev.redrive.text.Glob;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RetentionNoticeTest {
    @Test
    void what_is_deleted_for_good_is_said_exactly() {
        assertThat(RetentionNotice.lines(RetentionRules.everywhere(Retention.defaults()), Optional.empty()))
                .isEqualTo("resolved letters are deleted and, without an archive, are gone for good 30 days after their"
                        + " last change, archived ones after 365 days; failed ones become archived after 90 days");
    }

    @Test
    void channels_with_times_of_their_own_are_named() {
        Retention ledger = new Retention(Duration.ofDays(7), Duration.ofHours(36), Duration.ofDays(3650));
        RetentionRules rules =
                new RetentionRules(Retention.defaults(), List.of(new ChannelRetention(new Glob("ledger.*"), ledger)));

        assertThat(RetentionNotice.lines(rules, Optional.of("file:/cold")).split("\n", -1))
                .containsExactly(
                        "resolved letters are moved to the archive file:/cold 30 days after their last change, archived"
                                + " ones after 365 days; failed ones become archived after 90 days",
                        "in channels like ledger.* resolved letters are moved to the archive file:/cold 7 days after"
                                + " their last change, archived ones after 3650 days; failed ones become archived after"
                                + " 36 hours");
    }
}
