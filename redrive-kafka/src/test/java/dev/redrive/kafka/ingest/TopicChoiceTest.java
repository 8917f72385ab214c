package dev.redrive.kafka.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TopicChoiceTest {
    @Test
    void reports_of_resolved_records_are_no_dead_letters() {
        assertThat(TopicChoice.deadLetterTopics().allows("dlq.orders")).isTrue();
        assertThat(TopicChoice.deadLetterTopics().allows("dlq.orders.resolved")).isFalse();
        TopicChoice pattern = TopicChoice.of(List.of("*.dlq*", "dlq.*"));
        assertThat(pattern.allows("orders.dlq")).isTrue();
        assertThat(pattern.allows("orders.dlq.parked")).isTrue();
        assertThat(pattern.allows("orders.dlq.resolved")).isFalse();
        assertThat(pattern.allows("dlq.orders.Resolved")).isFalse();
    }

    @Test
    void a_topic_that_is_named_in_full_is_read_whatever_its_name() {
        TopicChoice named = TopicChoice.of(List.of("*.dlq*", "orders.dlq.resolved"));

        assertThat(named.allows("orders.dlq.resolved")).isTrue();
        assertThat(named.allows("payments.dlq.resolved")).isFalse();
    }

    @Test
    void a_pattern_also_means_topics_that_only_end_like_one() {
        assertThat(TopicChoice.of(List.of("broken.*")).allows("broken.cases.resolved"))
                .isTrue();
    }
}
