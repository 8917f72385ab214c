package dev.redrive.kafka.dialect;

import dev.redrive.kafka.record.DlqHeaders;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Programs that write the three {@code x-} headers beside the message itself. */
final class PlainHeaders implements DialectReader {
    private static final String TYPE = "ErrorWithoutType";

    @Override
    public boolean recognises(HeaderReader headers, ConsumerRecord<byte[], byte[]> found) {
        return headers.has(DlqHeaders.ORIGINAL_TOPIC)
                || headers.has(DlqHeaders.ERROR_MESSAGE)
                || headers.has(DlqHeaders.RETRY_COUNT);
    }

    @Override
    public void read(HeaderReader headers, ConsumerRecord<byte[], byte[]> found, FailureFields fields) {
        fields.topic(headers.text(DlqHeaders.ORIGINAL_TOPIC));
        fields.message = headers.text(DlqHeaders.ERROR_MESSAGE);
        if (fields.message != null) fields.type = TYPE;
    }
}
