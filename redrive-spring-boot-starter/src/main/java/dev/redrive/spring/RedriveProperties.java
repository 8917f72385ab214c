package dev.redrive.spring;

import dev.redrive.Archives;
import dev.redrive.RedriveBuilder;
import dev.redrive.classify.Rule;
import dev.redrive.engine.EngineOptions;
import dev.redrive.policy.Policy;
import dev.redrive.redaction.Redaction;
import dev.redrive.redaction.SealKeys;
import dev.redrive.store.attributes.SearchPaths;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What can be set about Redrive in an application. A key that does not exist stops the start.
 *
 * @param enabled whether there is a Redrive at all
 * @param store where letters are kept: sqlite:PATH, postgresql://user:password@host:port/db, mongodb://… or memory:. Without it, the
 *     application's single DataSource when that is PostgreSQL or SQLite, else sqlite:./data/redrive.db
 * @param journal the file in which letters wait while the store is away; each process needs its own
 * @param captureTimeout how long a capture waits for a store that does not answer before its letter goes to the journal
 * @param engine the retry engine
 * @param channels what is special about some channels
 * @param classification rules that are tried before the built-in ones; the first match wins
 * @param policies how letters are retried, tried before the built-in policies; the first match wins
 * @param archive where letters go before retention removes them: file:PATH, or s3://bucket/prefix with redrive-archive-s3
 * @param captureLastResort where captures go while both the store and the journal are unable to take them
 * @param retention how long letters are kept that need nothing any more
 * @param redaction what is hidden before a letter is stored
 * @param search by which values letters are found
 * @param kafka dead letter topics
 */
@ConfigurationProperties(prefix = "redrive", ignoreUnknownFields = false)
public record RedriveProperties(
        @DefaultValue("true") boolean enabled,
        @Nullable String store,
        @Nullable Path journal,
        @Nullable Duration captureTimeout,
        @DefaultValue Engine engine,
        @DefaultValue List<Channel> channels,
        @DefaultValue List<ClassificationProperties> classification,
        @DefaultValue List<PolicyProperties> policies,
        @Nullable String archive,
        @DefaultValue("none") LastResort captureLastResort,
        @NestedConfigurationProperty @DefaultValue RetentionProperties retention,
        @DefaultValue Hidden redaction,
        @Nullable Search search,
        @NestedConfigurationProperty @DefaultValue KafkaSettings kafka) {

    /**
     * By which values letters are found. Without it, by those that another process with the same store has chosen.
     *
     * @param paths JSON paths such as $.order.id, or headers such as header:x-order-id, by the names of the attributes
     */
    public record Search(@DefaultValue Map<String, String> paths) {}

    /**
     * The retry engine.
     *
     * @param workers how many letters are tried at the same time
     * @param poll the longest time between two polls of the store
     * @param lease how long a letter belongs to a worker before others may take it, unless it is renewed
     * @param attemptTimeout how long one attempt may last before its thread is interrupted
     * @param stopGrace how long a stop waits for running attempts
     * @param node the name of this process in leases and attempts; without it one is made up
     */
    public record Engine(
            @DefaultValue("8") int workers,
            @DefaultValue("30s") Duration poll,
            @DefaultValue("30s") Duration lease,
            @DefaultValue("5m") Duration attemptTimeout,
            @DefaultValue("20s") Duration stopGrace,
            @Nullable String node) {

        private EngineOptions on(EngineOptions usual) {
            EngineOptions chosen = usual.concurrency(workers)
                    .tick(poll)
                    .leaseTime(lease)
                    .attemptTimeout(attemptTimeout)
                    .stopGrace(stopGrace);
            return node == null ? chosen : chosen.worker(node);
        }
    }

    /** Where captures go that neither the store nor the journal can take. */
    public enum LastResort {
        NONE,
        ARCHIVE
    }

    /**
     * What is special about some channels.
     *
     * @param match which channels; {@code *} stands for anything
     * @param ordered whether letters with the same key go back one after the other
     */
    public record Channel(
            String match, @DefaultValue("false") boolean ordered) {}

    /**
     * What is hidden before a letter is stored. What is removed cannot be brought back, and its letter is not sent.
     *
     * @param paths places in JSON payloads, such as $.card.number
     * @param headers names of headers; {@code *} stands for anything
     * @param patterns card-number, token or regular expressions, wherever they fit
     * @param seal what is kept encrypted instead, and whole when a handler gets the letter
     */
    public record Hidden(
            @DefaultValue List<String> paths,
            @DefaultValue List<String> headers,
            @DefaultValue List<String> patterns,
            @DefaultValue Seal seal) {
        Redaction redaction() {
            Redaction all = Redaction.of(paths, headers)
                    .removingLike(patterns.toArray(String[]::new))
                    .sealing(seal.paths().toArray(String[]::new))
                    .sealing(seal.headers().toArray(String[]::new))
                    .sealingLike(seal.patterns().toArray(String[]::new));
            SealKeys keys = SealKeys.none();
            for (Key key : seal.keys()) keys = keys.and(key.id(), key.value());
            return all.with(keys);
        }
    }

    /**
     * What is kept encrypted.
     *
     * @param paths places in JSON payloads
     * @param headers names of headers
     * @param patterns card-number, token or regular expressions
     * @param keys the first seals, all of them open
     */
    public record Seal(
            @DefaultValue List<String> paths,
            @DefaultValue List<String> headers,
            @DefaultValue List<String> patterns,
            @DefaultValue List<Key> keys) {}

    /**
     * A key for sealing.
     *
     * @param id its name, by which values sealed under it are known
     * @param value 32 bytes in base64
     */
    public record Key(String id, String value) {}

    void applyTo(RedriveBuilder redrive) {
        check("redrive.engine", () -> redrive.engine(engine::on));
        classificationRules().forEach(redrive::classify);
        retryPolicies().forEach(redrive::policy);
        each("redrive.channels", channels, given -> {
            if (given.ordered()) redrive.ordered(given.match());
        });
        check("redrive.retention", () -> redrive.retention(retention.rules()));
        check("redrive.archive", () -> openArchive(redrive));
        check("redrive.redaction", () -> redrive.redact(redaction.redaction()));
        Search chosen = search;
        if (chosen != null) check("redrive.search.paths", () -> redrive.searchBy(SearchPaths.of(chosen.paths())));
        if (journal != null) redrive.journal(journal);
        if (captureTimeout != null) redrive.captureTimeout(captureTimeout);
    }

    private void openArchive(RedriveBuilder redrive) {
        if (archive != null) redrive.archive(Archives.open(archive));
        if (captureLastResort == LastResort.NONE) return;
        if (archive == null) throw new IllegalArgumentException("redrive.capture-last-resort=archive needs an archive");
        redrive.captureToArchive();
    }

    List<Rule> classificationRules() {
        List<Rule> rules = new ArrayList<>();
        each("redrive.classification", classification, given -> rules.add(given.rule()));
        return rules;
    }

    List<Policy> retryPolicies() {
        List<Policy> own = new ArrayList<>();
        each("redrive.policies", policies, given -> own.add(given.policy()));
        return own;
    }

    private static <T> void each(String name, List<T> list, Consumer<T> apply) {
        for (int i = 0; i < list.size(); i++) {
            T given = list.get(i);
            check(name + "[" + i + "]", () -> apply.accept(given));
        }
    }

    /** Says which key it is. */
    private static void check(String key, Runnable apply) {
        try {
            apply.run();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(key + ": " + e.getMessage(), e);
        }
    }
}
