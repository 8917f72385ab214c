package dev.redrive.kafka.sendback;

import dev.redrive.Redrive;
import dev.redrive.capture.FailedMessage;
import dev.redrive.capture.StreamRecord;
import dev.redrive.kafka.record.DlqHeaders;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import dev.redrive.store.streams.ReadRange;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Reads a dead letter topic of one partition when a test says so, and knows only letters that come back. */
final class ManualReader implements DeadLetterTopics {
    private final TestCluster cluster;
    private final Redrive redrive;
    private final String topic;
    private final TopicPartition partition;

    ManualReader(TestCluster cluster, Redrive redrive, String topic) {
        this.cluster = cluster;
        this.redrive = redrive;
        this.topic = topic;
        this.partition = new TopicPartition(topic, 0);
    }

    @Override
    public Map<TopicPartition, Long> ends() {
        return Map.of(partition, (long) cluster.records(topic).size());
    }

    @Override
    public Map<TopicPartition, Long> read() {
        return Map.of(partition, position());
    }

    private long position() {
        return redrive.intake().positions(topic).getOrDefault(0, 0L);
    }

    void readOn() {
        long from = position();
        List<ConsumerRecord<byte[], byte[]>> records = cluster.records(topic);
        List<StreamRecord> arrivals = records.subList((int) from, records.size()).stream()
                .<StreamRecord>map(record -> new StreamRecord.Back(
                        LetterId.of(header(record, DlqHeaders.LETTER_ID)),
                        Integer.parseInt(header(record, DlqHeaders.TOKEN)),
                        receipt -> true,
                        FailedMessage.of(
                                "orders",
                                Message.of(Payload.of(record.value())),
                                new SocketTimeoutException("Read timed out"))))
                .toList();
        redrive.intake().take(arrivals, List.of(new ReadRange(topic, 0, from, records.size())));
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }
}
