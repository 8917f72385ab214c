package dev.redrive.internal.capture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemberNamesTest {
    @ParameterizedTest
    @CsvSource({
        "original_message, payload",
        "originalMessage, payload",
        "exception_type, error.type",
        "errorType, error.type",
        "errorReason, error.message",
        "error_message, error.message",
        "errorStack, error.stackTrace",
        "error_stack_trace, error.stackTrace",
        "pipeline_stage, stage",
        "messageId, eventId",
        "event_id, eventId",
        "retry_count, retryCount",
        "replayAttempts, retryHistory",
        "failureCategory, error.category",
        "originalTopic, origin.topic",
        "partition_id, origin.partition",
        "dlqTimestamp, firstFailedAt",
        "max_retries, maxRetries",
        "payload, payload",
        "_id, _id"
    })
    void a_member_of_another_queues_document_has_a_name_here(String there, String here) {
        assertThat(MemberNames.own(there)).isEqualTo(here);
    }

    @Test
    void the_time_beside_an_original_message_is_the_one_of_its_failure() {
        assertThat(MemberNames.tellsOfAFailure("original_message")).isTrue();
        assertThat(MemberNames.tellsOfAFailure("payload")).isFalse();
    }
}
