package dev.redrive.kafka.dialect;

import dev.redrive.kafka.record.RealCause;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Spring's {@code DeadLetterPublishingRecoverer}: names are text, partition is four bytes, offset and timestamp are eight.
 * Its retry topics leave out the {@code dlt-}, also in the dead letter topic at their end.
 */
final class SpringHeaders implements DialectReader {
    static final String DEAD_LETTER = "kafka_dlt-";
    private static final String RETRY_TOPIC = "kafka_";
    private static final String ATTEMPTS = "retry_topic-attempts";
    private static final String OF_SPRING = "org.springframework.kafka.";
    private static final String CAUSED_BY = "\nCaused by: ";

    @Override
    public boolean recognises(HeaderReader headers, ConsumerRecord<byte[], byte[]> found) {
        return headers.hasPrefix(DEAD_LETTER)
                || headers.has("kafka_original-topic")
                || headers.has("kafka_exception-fqcn");
    }

    @Override
    public void read(HeaderReader headers, ConsumerRecord<byte[], byte[]> found, FailureFields fields) {
        String prefix =
                headers.has("kafka_original-topic") || headers.has("kafka_exception-fqcn") ? RETRY_TOPIC : DEAD_LETTER;
        fields.topic(headers.text(prefix + "original-topic"));
        fields.at(headers.fourBytes(prefix + "original-partition"), headers.eightBytes(prefix + "original-offset"));
        fields.timestamp(headers.eightBytes(prefix + "original-timestamp"));
        fields.group(headers.text(DEAD_LETTER + "original-consumer-group"));
        fields.retries(retries(headers));
        boolean ofKey = !headers.has(prefix + "exception-fqcn") && headers.has(prefix + "key-exception-fqcn");
        reason(headers, prefix + (ofKey ? "key-exception-" : "exception-"), fields);
        if (headers.has(prefix + "key-exception-fqcn")) fields.note("failedOn", "key");
    }

    private static void reason(HeaderReader headers, String prefix, FailureFields fields) {
        fields.type = headers.text(prefix + "fqcn");
        fields.message = headers.text(prefix + "message");
        fields.stackTrace = headers.text(prefix + "stacktrace");
        String outer = fields.type;
        if (outer != null && isWrapper(outer)) unwrap(outer, headers.text(prefix + "cause-fqcn"), fields);
    }

    private static boolean isWrapper(String type) {
        return type.startsWith(OF_SPRING) || RealCause.isWrapper(type);
    }

    /** Spring wraps every exception of a listener in one or more of its own, which say nothing about the failure. */
    private static void unwrap(String outer, @Nullable String cause, FailureFields fields) {
        String trace = fields.stackTrace == null ? "" : fields.stackTrace;
        int from = 0;
        String type = outer;
        while (isWrapper(type)) {
            int at = trace.indexOf(CAUSED_BY, from);
            if (at < 0) break;
            from = at + CAUSED_BY.length();
            type = typeAt(trace, from);
            fields.message = messageAt(trace, from + type.length());
        }
        if (type.equals(outer) && cause != null) type = cause;
        if (type.equals(outer)) return;
        fields.note("wrappedIn", outer);
        fields.type = type;
    }

    private static String typeAt(String trace, int from) {
        int end = from;
        while (end < trace.length() && trace.charAt(end) != ':' && trace.charAt(end) > ' ') end++;
        return trace.substring(from, end);
    }

    /** Null when the exception has none. */
    private static @Nullable String messageAt(String trace, int from) {
        if (!trace.startsWith(": ", from)) return null;
        return trace.substring(from, endOfMessage(trace, from)).substring(2).strip();
    }

    /** A message ends where the frames begin, or the next cause. */
    private static int endOfMessage(String trace, int from) {
        int frames = trace.indexOf("\n\t", from);
        int cause = trace.indexOf("\nCaused by: ", from);
        int end = frames < 0 ? trace.length() : frames;
        return cause < 0 ? end : Math.min(end, cause);
    }

    /** Retry topics count attempts, in one byte in their first versions and in four now. */
    private static @Nullable Long retries(HeaderReader headers) {
        byte[] value = headers.bytes(ATTEMPTS);
        if (value == null) return null;
        Long attempts = value.length == 1 ? Long.valueOf(value[0] & 0xff) : headers.fourBytes(ATTEMPTS);
        return attempts == null || attempts == 0 ? null : attempts - 1;
    }
}
