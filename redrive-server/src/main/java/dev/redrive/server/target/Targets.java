package dev.redrive.server.target;

import dev.redrive.Redrive;
import dev.redrive.engine.Target;
import dev.redrive.engine.TargetOptions;
import dev.redrive.server.config.ChannelSettings;
import dev.redrive.server.config.ChannelSettings.KafkaTarget;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the engine where the letters of the configured channels go, in the order of the configuration. */
public final class Targets {
    private static final Logger LOG = LoggerFactory.getLogger(Targets.class);

    private static final double SLOW_SHARE = 0.8;

    private final Outbound outbound = new Outbound();
    private final TraceHeaders trace;
    private final UnaryOperator<Target> around;
    private final InstantSource clock;
    private final Function<KafkaTarget, Target> kafka;

    /**
     * Makes targets.
     *
     * @param around what stands around each target, such as a span for each attempt
     * @param kafka makes those that are topics
     */
    public Targets(
            TraceHeaders trace,
            UnaryOperator<Target> around,
            InstantSource clock,
            Function<KafkaTarget, Target> kafka) {
        this.trace = trace;
        this.around = around;
        this.clock = clock;
        this.kafka = kafka;
    }

    /** Letters of channels without a target wait until there is one, or until they are moved by hand. */
    public void register(Redrive redrive, List<ChannelSettings> channels) {
        Set<String> known = new HashSet<>();
        List<ChannelSettings> without = new ArrayList<>();
        for (ChannelSettings channel : channels) {
            if (channel.target().isEmpty()) {
                without.add(channel);
            } else if (known.add(channel.match().pattern())) {
                warnOfShadows(channel, without);
                redrive.send(channel.match().pattern(), target(channel.target().get()), options(channel));
            } else {
                LOG.warn(
                        "the channels {} have a target already; the later one is not used",
                        channel.match().pattern());
            }
        }
    }

    /** Targets that serve no channel; replays are sent there by their name. */
    public void redirects(Redrive redrive, Map<String, ChannelSettings.TargetSettings> targets) {
        targets.forEach((name, target) -> redrive.redirect(name, target(target), options(target)));
    }

    private Target target(ChannelSettings.TargetSettings settings) {
        if (settings instanceof KafkaTarget topic) return around.apply(kafka.apply(topic));
        return around.apply(new HttpTarget((ChannelSettings.HttpTarget) settings, outbound, trace, clock));
    }

    /** How the targets of a channel are spared. */
    public static TargetOptions options(ChannelSettings channel) {
        TargetOptions options = channel.target().map(Targets::options).orElseGet(TargetOptions::defaults);
        if (channel.ratePerSecond().isPresent())
            options = options.perSecond(channel.ratePerSecond().getAsDouble());
        if (channel.concurrency().isPresent())
            options = options.concurrency(channel.concurrency().getAsInt());
        return options;
    }

    /** An answer that needs nearly all of the time it was given is as bad as none. */
    private static TargetOptions options(ChannelSettings.TargetSettings target) {
        TargetOptions usual = TargetOptions.defaults();
        if (!(target instanceof ChannelSettings.HttpTarget http)) return usual;
        Duration slow = Duration.ofNanos((long) (http.timeout().toNanos() * SLOW_SHARE));
        return usual.with(usual.circuit().slowAfter(slow));
    }

    /** The engine knows targets only: an entry without one does not keep a later one from matching. */
    private static void warnOfShadows(ChannelSettings later, List<ChannelSettings> without) {
        for (ChannelSettings earlier : without) {
            if (later.match().matches(earlier.match().pattern()))
                LOG.warn(
                        "the channels {} are configured without a target, so their letters go to the target of {}",
                        earlier.match().pattern(),
                        later.match().pattern());
        }
    }
}
