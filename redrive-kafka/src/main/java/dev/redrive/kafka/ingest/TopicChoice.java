package dev.redrive.kafka.ingest;

import dev.redrive.kafka.dialect.DeadLetterNames;
import dev.redrive.text.Glob;
import java.util.List;

/** Which topics may be read. */
public final class TopicChoice {
    private final List<Glob> names;
    private final boolean byName;

    private TopicChoice(List<Glob> names, boolean byName) {
        this.names = List.copyOf(names);
        this.byName = byName;
    }

    /** Every topic that is named like a dead letter topic. */
    public static TopicChoice deadLetterTopics() {
        return new TopicChoice(List.of(), true);
    }

    /**
     * These topics, whatever their names; {@code *} stands for anything but the topics of resolved records, which have to be
     * named in full.
     */
    public static TopicChoice of(List<String> names) {
        return new TopicChoice(names.stream().map(Glob::new).toList(), false);
    }

    public boolean allows(String topic) {
        if (topic.startsWith("__")) return false;
        if (byName) return DeadLetterNames.isDeadLetterTopic(topic);
        boolean resolved = DeadLetterNames.isResolvedTopic(topic);
        return names.stream().anyMatch(name -> name.matches(topic) && (name.isLiteral() || !resolved));
    }

    /** The topics that must be there, because they are named in full. */
    List<String> literal() {
        return names.stream().filter(Glob::isLiteral).map(Glob::pattern).toList();
    }
}
