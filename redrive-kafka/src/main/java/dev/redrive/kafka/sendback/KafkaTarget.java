package dev.redrive.kafka.sendback;

import dev.redrive.engine.RejectedByTarget;
import dev.redrive.engine.Target;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Origin;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Receipt;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Sends letters back to Kafka with their own key, value and headers. The record gets a new time, so that no retention takes
 * it away before it is read; the old one is a header. A letter without a value goes back as a tombstone, one with an empty value
 * with an empty value.
 */
public final class KafkaTarget implements Target {
    private static final int FORBIDDEN = 403;
    private static final int UNPROCESSABLE = 422;

    private final ReturnProducer producer;
    private final ReturnTopic returnTopic;

    public KafkaTarget(ReturnProducer producer, ReturnTopic returnTopic) {
        this.producer = producer;
        this.returnTopic = returnTopic;
    }

    @Override
    public Delivery send(DeadLetter letter) throws InterruptedException {
        Origin origin = letter.message().origin();
        String topic = topic(origin);
        Payload key = origin.key();
        RecordMetadata written = producer.send(new ProducerRecord<>(
                topic,
                partition(topic, origin),
                key == null ? null : key.bytes(),
                letter.payload().bytesOrNull(),
                ReturnHeaders.of(letter)));
        return new Delivery.Sent(
                new Receipt(topic, written.partition(), written.offset(), group(topic, origin)).text());
    }

    private String topic(Origin origin) {
        if (returnTopic.topic() != null) return returnTopic.topic();
        String topic = origin.topic();
        if (topic == null || topic.isEmpty())
            throw new RejectedByTarget(
                    UNPROCESSABLE, null, "the letter does not say which topic it came from; configure one");
        if (!returnTopic.allowed().allows(topic))
            throw new RejectedByTarget(
                    FORBIDDEN,
                    null,
                    "topic " + topic + " is not among those that letters may go back to; add it to "
                            + returnTopic.allowed().setting());
        return topic;
    }

    /** The old place, when there is one; otherwise the key decides, as it does for every producer. */
    private @Nullable Integer partition(String topic, Origin origin) {
        Integer hint = origin.partition();
        if (hint == null || hint < 0 || !topic.equals(origin.topic())) return null;
        return hint < producer.partitions(topic) ? hint : null;
    }

    /** The group that failed with the record, unless the record goes to another topic, which probably has another consumer. */
    private @Nullable String group(String topic, Origin origin) {
        String own = origin.consumerGroupId();
        boolean ownFirst =
                own != null && !own.isEmpty() && (topic.equals(origin.topic()) || returnTopic.group() == null);
        return ownFirst ? own : returnTopic.group();
    }
}
