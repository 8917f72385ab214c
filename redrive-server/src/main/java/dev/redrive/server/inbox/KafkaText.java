package dev.redrive.server.inbox;

import dev.redrive.server.kafka.KafkaReport;
import dev.redrive.server.pages.NameText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How Kafka is described on the pages. */
public final class KafkaText {
    private static final int TOPICS = 8;

    private KafkaText() {}

    /** The class of the style sheet that has its colour. */
    public static String tone(KafkaReport kafka) {
        return switch (String.valueOf(kafka.status())) {
            case "broken" -> "unhealthy";
            case "lagging" -> "degraded";
            default -> "healthy";
        };
    }

    public static String summary(KafkaReport kafka) {
        String rate = kafka.recordsPerSecond() == 0 ? "" : ", " + perSecond(kafka.recordsPerSecond());
        return NameText.count(kafka.lag(), "record waits", "records wait") + rate;
    }

    public static List<KafkaReport.Topic> shown(KafkaReport kafka) {
        return kafka.topics().stream().limit(TOPICS).toList();
    }

    public static long left(KafkaReport kafka) {
        return Math.max(0, kafka.topics().size() - TOPICS);
    }

    /** {@code 1 204 records · spring · 12 wait · 3.5/s}. */
    public static String state(KafkaReport.Topic topic) {
        List<String> parts = new ArrayList<>();
        parts.add(topic.ingested() ? "read" : "not read");
        parts.add(NameText.count(topic.records(), "record", "records"));
        if (!topic.dialects().isEmpty())
            parts.add(String.join(", ", topic.dialects().keySet()));
        if (topic.lag() > 0) parts.add(NameText.number(topic.lag()) + " wait");
        if (topic.recordsPerSecond() > 0) parts.add(perSecond(topic.recordsPerSecond()));
        if (topic.tooOld() > 0) parts.add(NameText.number(topic.tooOld()) + " too old, wait for you");
        if (topic.missing() > 0) parts.add(NameText.number(topic.missing()) + " were gone before they were read");
        return String.join(" · ", parts);
    }

    private static String perSecond(double rate) {
        return String.format(Locale.ROOT, rate < 10 ? "%.1f/s" : "%.0f/s", rate);
    }
}
