package dev.redrive.server.kafka;

import dev.redrive.Redrive;
import dev.redrive.engine.RejectedByTarget;
import dev.redrive.engine.Target;
import dev.redrive.engine.TargetOptions;
import dev.redrive.kafka.sendback.AllowedTopics;
import dev.redrive.kafka.sendback.KafkaTarget;
import dev.redrive.kafka.sendback.ReturnProducer;
import dev.redrive.kafka.sendback.ReturnTopic;
import dev.redrive.letter.DeadLetter;
import dev.redrive.server.config.ChannelSettings;
import dev.redrive.server.config.KafkaSettings;
import dev.redrive.server.target.Targets;
import dev.redrive.text.Glob;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * The way back to Kafka. A letter may go to the topic of its channel when a dead letter topic that is read belongs to it, and
 * to the topics that the configuration names; nothing else that it says of itself leads anywhere.
 */
public final class KafkaTargets implements AutoCloseable {
    private static final int UNAVAILABLE = 503;
    private static final Duration NOT_KNOWN_YET = Duration.ofSeconds(1);
    private static final Duration NOT_ALLOWED_YET = Duration.ofMinutes(1);

    private final KafkaSettings settings;
    private final List<ChannelSettings> channels;
    private final UnaryOperator<Target> around;
    private final AllowedTopics listed;
    private final Set<String> sources = ConcurrentHashMap.newKeySet();
    private volatile Supplier<Optional<Set<String>>> topics = Optional::empty;
    private @Nullable ReturnProducer producer;
    private boolean closed;

    /**
     * Makes targets.
     *
     * @param around what stands around each target, such as a span for each attempt
     */
    public KafkaTargets(KafkaSettings settings, List<ChannelSettings> channels, UnaryOperator<Target> around) {
        this.settings = settings;
        this.channels = channels;
        this.around = around;
        this.listed = new AllowedTopics(settings.topics(), "redrive.kafka.topics");
    }

    // Where to

    /** The target that a channel is configured with. */
    public Target to(ChannelSettings.KafkaTarget target) {
        return letter -> {
            Optional<ReturnTopic> route = target.topic().map(ReturnTopic::to).or(() -> toOriginal(letter));
            if (route.isEmpty())
                return new Target.Delivery.NotNow(
                        NOT_KNOWN_YET, "the brokers have not said yet which dead letter topics there are");
            ReturnTopic topic = target.consumerGroup()
                    .map(group -> route.get().group(group))
                    .orElseGet(route::get);
            Optional<String> obstacle = obstacle(topic, letter);
            if (obstacle.isPresent()) return new Target.Delivery.Undeliverable(NOT_ALLOWED_YET, obstacle.get());
            return new KafkaTarget(producer(), topic).send(letter);
        };
    }

    /** A letter does not fail for it: the topics that are read change, and a restart changes the settings. */
    private static Optional<String> obstacle(ReturnTopic way, DeadLetter letter) {
        String topic = letter.message().origin().topic();
        if (way.topic() != null || (topic != null && way.allowed().allows(topic))) return Optional.empty();
        if (topic == null || topic.isEmpty())
            return Optional.of("it does not say which topic it came from; set target.kafka.topic of its channel");
        return Optional.of(
                "its topic " + topic + " is not among those that letters may go back to; read its dead letter"
                        + " topic, or add it to " + way.allowed().setting());
    }

    /** Empty while the dead letter topics are unknown, and with them the topics that letters may go back to. */
    private Optional<ReturnTopic> toOriginal(DeadLetter letter) {
        String topic = letter.message().origin().topic();
        ReturnTopic byList = ReturnTopic.toOriginal(listed);
        if (topic == null || !topic.equals(letter.channel()) || listed.allows(topic)) return Optional.of(byList);
        if (sources.contains(topic)) return Optional.of(ReturnTopic.to(topic));
        return topics.get().map(known -> known.contains(topic) ? ReturnTopic.to(topic) : byList);
    }

    /** Whether a letter may go back to where it says that it came from, as far as that is known now. */
    boolean mayGoBack(DeadLetter letter) {
        String topic = letter.message().origin().topic();
        if (topic == null) return false;
        return listed.allows(topic) || (topic.equals(letter.channel()) && sources.contains(topic));
    }

    /** The original topics of the dead letter topics that are read; empty while they are not known. */
    void ask(Supplier<Optional<Set<String>>> sourceTopics) {
        topics = sourceTopics;
    }

    /** Letters of the listed topics go back to them, unless their channels are configured otherwise. */
    public void register(Redrive redrive) {
        for (Glob topics : settings.topics()) {
            boolean isConfigured =
                    channels.stream().anyMatch(channel -> channel.match().equals(topics) && hasTarget(channel));
            if (!isConfigured) register(redrive, topics.pattern());
        }
    }

    /** A dead letter topic of this topic is read, so that letters may go back to it. */
    void allow(String source, Redrive redrive) {
        if (!sources.add(source)) return;
        boolean isServed = channels.stream().anyMatch(c -> c.match().matches(source) && hasTarget(c))
                || settings.topics().contains(new Glob(source));
        if (!isServed) register(redrive, source);
    }

    private static boolean hasTarget(ChannelSettings channel) {
        return channel.target().isPresent();
    }

    private void register(Redrive redrive, String channel) {
        Target target = to(new ChannelSettings.KafkaTarget(Optional.empty(), Optional.empty()));
        TargetOptions options = channels.stream()
                .filter(configured -> configured.match().matches(channel))
                .findFirst()
                .map(Targets::options)
                .orElseGet(TargetOptions::defaults);
        redrive.send(channel, around.apply(target), options);
    }

    // Producer

    /** Created on first use: brokers whose names cannot be resolved yet must not prevent the start. */
    private synchronized ReturnProducer producer() {
        if (closed) throw new RejectedByTarget(UNAVAILABLE, null, "this node is about to stop and sends nothing more");
        ReturnProducer made = producer;
        if (made == null) made = makeProducer();
        producer = made;
        return made;
    }

    private ReturnProducer makeProducer() {
        try {
            return new ReturnProducer(settings.client());
        } catch (KafkaException e) {
            throw new RejectedByTarget(UNAVAILABLE, null, "the brokers cannot be reached: " + KafkaErrorText.of(e));
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (producer != null) producer.close();
    }
}
