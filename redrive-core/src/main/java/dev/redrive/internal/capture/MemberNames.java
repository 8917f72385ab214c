package dev.redrive.internal.capture;

import java.util.Map;
import java.util.Set;

/**
 * Maps the member names that other dead letter queues use to the names used here. Other queues write
 * {@code original_message} or {@code errorReason}, tables have {@code error_stack_trace}; all of them say the same.
 */
public final class MemberNames {
    public static final String PAYLOAD = "payload";
    public static final String EVENT_ID = "eventId";
    public static final String STAGE = "stage";
    public static final String RETRY_COUNT = "retryCount";
    public static final String RETRY_HISTORY = "retryHistory";
    public static final String FIRST_FAILED_AT = "firstFailedAt";
    public static final String ERROR_MESSAGE = "error.message";
    public static final String ERROR_TYPE = "error.type";
    public static final String ERROR_CODE = "error.code";
    public static final String ERROR_STACK_TRACE = "error.stackTrace";
    public static final String ERROR_CONTEXT = "error.context";
    public static final String ERROR_CATEGORY = "error.category";
    public static final String ORIGIN_TOPIC = "origin.topic";
    public static final String ORIGIN_PARTITION = "origin.partition";
    public static final String ORIGIN_OFFSET = "origin.offset";
    public static final String ORIGIN_TIMESTAMP = "origin.timestamp";
    public static final String ORIGIN_CONSUMER_GROUP_ID = "origin.consumerGroupId";
    public static final String ORIGIN_SOURCE_SERVICE = "origin.sourceService";

    private static final String ORIGINAL_TOPIC = "originalTopic";

    private static final Map<String, String> OWN = Map.ofEntries(
            Map.entry("originalMessage", PAYLOAD),
            Map.entry("messageId", EVENT_ID),
            Map.entry("pipelineStage", STAGE),
            Map.entry("replayAttempts", RETRY_HISTORY),
            Map.entry("dlqTimestamp", FIRST_FAILED_AT),
            Map.entry("errorReason", ERROR_MESSAGE),
            Map.entry("errorMessage", ERROR_MESSAGE),
            Map.entry("exceptionType", ERROR_TYPE),
            Map.entry("errorType", ERROR_TYPE),
            Map.entry("errorCode", ERROR_CODE),
            Map.entry("errorStack", ERROR_STACK_TRACE),
            Map.entry("errorStackTrace", ERROR_STACK_TRACE),
            Map.entry("stackTrace", ERROR_STACK_TRACE),
            Map.entry("errorContext", ERROR_CONTEXT),
            Map.entry("failureCategory", ERROR_CATEGORY),
            Map.entry(ORIGINAL_TOPIC, ORIGIN_TOPIC),
            Map.entry("partition", ORIGIN_PARTITION),
            Map.entry("partitionId", ORIGIN_PARTITION),
            Map.entry("offset", ORIGIN_OFFSET),
            Map.entry("originalTimestamp", ORIGIN_TIMESTAMP),
            Map.entry("consumerGroupId", ORIGIN_CONSUMER_GROUP_ID),
            Map.entry("sourceService", ORIGIN_SOURCE_SERVICE));

    /** Names of a document whose {@code timestamp} is when its message failed, not when its event happened. */
    private static final Set<String> OF_A_FAILURE = Set.of("originalMessage", "original_message");

    private MemberNames() {}

    /**
     * What a member of the document itself is called here: {@code payload}, or {@code error.message} for what stands in an
     * object of its own here. A name that is not known comes back in camel case.
     */
    public static String own(String name) {
        String camel = camelCase(name);
        return OWN.getOrDefault(camel, camel);
    }

    /** True when the document that has this member calls the time of its failure {@code timestamp}. */
    public static boolean tellsOfAFailure(String name) {
        return OF_A_FAILURE.contains(name);
    }

    /** True when the document that has this member is a {@code DlqRecord}, whose headers are texts even where they are not. */
    public static boolean isOfADlqRecord(String name) {
        return camelCase(name).equals(ORIGINAL_TOPIC);
    }

    /** {@code error_stack_trace} is {@code errorStackTrace}; what begins or ends with an underscore stays as it is. */
    public static String camelCase(String name) {
        if (name.indexOf('_') < 0 || name.startsWith("_") || name.endsWith("_")) return name;
        StringBuilder camel = new StringBuilder(name.length());
        boolean upper = false;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '_') {
                upper = true;
            } else {
                camel.append(upper ? Character.toUpperCase(c) : c);
                upper = false;
            }
        }
        return camel.toString();
    }
}
