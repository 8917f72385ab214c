package dev.redrive.kafka.sendback;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Follows records into retry topics such as {@code orders-retry-0} or {@code orders-retry-1000}: a consumer that forwards a
 * record there has gone past it in the topic itself, but is not done with it. What a group is done with is found in rounds: how
 * far it has come in the topic; then, one retry topic after the other, whether all that was there has been passed. Whatever was
 * forwarded on is then in the next one, or in the end in a dead letter topic.
 */
final class RetryTopics {
    private static final Pattern SUFFIX =
            Pattern.compile("[-._]retry(?:[-._]?([0-9]{1,18}))?", Pattern.CASE_INSENSITIVE);

    private record Reader(String group, String topic) {}

    /** How far the group had come when the round began, and what is to be passed in the retry topic that is next. */
    private static final class Round {
        private final Map<TopicPartition, Long> positions;
        private int next;
        private @Nullable Map<TopicPartition, Long> ends;

        Round(Map<TopicPartition, Long> positions) {
            this.positions = Map.copyOf(positions);
        }
    }

    private final ConsumerProgress consumers;
    private final Map<Reader, Round> rounds = new HashMap<>();
    private final Map<Reader, Map<TopicPartition, Long>> done = new HashMap<>();

    RetryTopics(ConsumerProgress consumers) {
        this.consumers = consumers;
    }

    /** The same progress, in which no group is past a record that may be in a retry topic. */
    ConsumerProgress.Progress follow(ConsumerProgress.Progress seen) {
        Set<String> names = consumers.topicNames();
        Map<String, Map<TopicPartition, Long>> followed = new HashMap<>();
        Set<Reader> readers = new HashSet<>();
        seen.committed().forEach((group, positions) -> {
            Map<TopicPartition, Long> all = new HashMap<>(positions);
            for (String topic :
                    positions.keySet().stream().map(TopicPartition::topic).collect(Collectors.toSet())) {
                List<String> retries = of(topic, names);
                if (retries.isEmpty()) continue;
                Reader reader = new Reader(group, topic);
                readers.add(reader);
                advance(reader, retries, positions, seen.refused());
                limit(all, reader);
            }
            followed.put(group, all);
        });
        rounds.keySet().retainAll(readers);
        done.keySet().retainAll(readers);
        return new ConsumerProgress.Progress(followed, seen.topics(), seen.ends(), seen.refused());
    }

    /** In the order in which a record goes through them. */
    static List<String> of(String topic, Set<String> names) {
        List<String> retries = new ArrayList<>();
        for (String name : names)
            if (name.startsWith(topic)
                    && SUFFIX.matcher(name.substring(topic.length())).matches()) retries.add(name);
        retries.sort(Comparator.comparingLong(name -> number(name.substring(topic.length()))));
        return retries;
    }

    private static long number(String suffix) {
        Matcher matcher = SUFFIX.matcher(suffix);
        return matcher.matches() && matcher.group(1) != null ? Long.parseLong(matcher.group(1)) : -1;
    }

    private void advance(
            Reader reader, List<String> retries, Map<TopicPartition, Long> positions, Map<String, String> refused) {
        Round round = rounds.computeIfAbsent(reader, r -> new Round(of(r.topic(), positions)));
        while (round.next < retries.size()) {
            String retry = retries.get(round.next);
            Map<TopicPartition, Long> ends = round.ends;
            if (ends == null) ends = consumers.lastRecords(retry);
            round.ends = ends;
            Set<String> groups = Set.of(
                    reader.group(),
                    reader.group() + retry.substring(reader.topic().length()));
            Map<TopicPartition, Long> passed = consumers.furthest(groups, ends.keySet(), refused);
            if (ends.entrySet().stream()
                    .anyMatch(
                            end -> passed.getOrDefault(end.getKey(), ConsumerProgress.Progress.NONE) < end.getValue()))
                return;
            round.next++;
            round.ends = null;
        }
        done.computeIfAbsent(reader, r -> new HashMap<>()).putAll(round.positions);
        rounds.remove(reader);
    }

    private static Map<TopicPartition, Long> of(String topic, Map<TopicPartition, Long> positions) {
        Map<TopicPartition, Long> mine = new HashMap<>(positions);
        mine.keySet().removeIf(partition -> !partition.topic().equals(topic));
        return mine;
    }

    /** A topic that was made again begins at nothing again, so that it is never further than the group is now. */
    private void limit(Map<TopicPartition, Long> positions, Reader reader) {
        Map<TopicPartition, Long> known = done.getOrDefault(reader, Map.of());
        positions.replaceAll(
                (partition, now) -> partition.topic().equals(reader.topic()) && now != ConsumerProgress.Progress.NONE
                        ? Math.min(now, known.getOrDefault(partition, 0L))
                        : now);
    }
}
