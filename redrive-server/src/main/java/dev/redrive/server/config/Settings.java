package dev.redrive.server.config;

import dev.redrive.classify.Rule;
import dev.redrive.policy.Policy;
import dev.redrive.redaction.Redaction;
import dev.redrive.server.config.values.GivenSetting;
import dev.redrive.store.attributes.SearchPaths;
import dev.redrive.store.retention.RetentionRules;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All settings of the server. Made by {@code SettingsReader}, which checks it.
 *
 * @param searchPaths by which values letters are found; when empty, as another process set it
 * @param teams who owns which channels; the first that matches
 * @param targets where replays can send letters besides the targets of their channels, by name
 * @param given what is not left to a default, and from where it came
 */
public record Settings(
        String store,
        Duration captureTimeout,
        Http http,
        Optional<KafkaSettings> kafka,
        List<ChannelSettings> channels,
        Map<String, ChannelSettings.TargetSettings> targets,
        List<Rule> classification,
        List<Policy> policies,
        Engine engine,
        ArchiveSettings archive,
        RetentionRules retention,
        Redaction redaction,
        Optional<SearchPaths> searchPaths,
        AlertSettings alerts,
        List<TeamSettings> teams,
        AccessSettings access,
        List<GivenSetting> given,
        Map<String, String> spring) {
    private static final String SQLITE = "sqlite:";

    public Settings {
        channels = List.copyOf(channels);
        targets = Map.copyOf(targets);
        classification = List.copyOf(classification);
        policies = List.copyOf(policies);
        teams = List.copyOf(teams);
        given = List.copyOf(given);
        spring = Map.copyOf(spring);
    }

    /** Without the address of the store, which may hold a password. */
    @Override
    public String toString() {
        return "Settings[" + http + ", " + kafka + ", " + channels + ", " + policies + ", " + engine + ", " + archive
                + ", " + retention + "]";
    }

    /** The file of a store that has one. */
    public Optional<Path> storeFile() {
        return store.startsWith(SQLITE) ? Optional.of(Path.of(store.substring(SQLITE.length()))) : Optional.empty();
    }

    /** Where letters wait while the store is away: beside its file, or in one for each port, for each process needs its own. */
    public Path journal() {
        return storeFile()
                .map(file -> Path.of(file + ".spill"))
                .orElseGet(() -> Path.of("data", "redrive-" + http.port() + ".spill"));
    }

    /** The same, with policies that are asked before the others. */
    public Settings preferring(List<Policy> first) {
        List<Policy> all = new ArrayList<>(first);
        all.addAll(policies);
        return new Settings(
                store,
                captureTimeout,
                http,
                kafka,
                channels,
                targets,
                classification,
                all,
                engine,
                archive,
                retention,
                redaction,
                searchPaths,
                alerts,
                teams,
                access,
                given,
                spring);
    }

    /**
     * Where the server listens and what it takes.
     *
     * @param maxBodyBytes the largest body that is not a stream
     * @param maxPayloadBytes the largest payload of a letter
     * @param requestsPerSecond what one address may ask for in a second, on average
     */
    public record Http(
            InetAddress bind,
            int port,
            long maxBodyBytes,
            int maxPayloadBytes,
            int requestsPerSecond,
            Duration shutdown,
            boolean jsonLogs) {}

    /** How many letters are tried at once, how often it looks at least, and how long a lease lasts. */
    public record Engine(int workers, Duration poll, Duration lease) {}
}
