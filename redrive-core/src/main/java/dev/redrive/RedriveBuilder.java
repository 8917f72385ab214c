package dev.redrive;

import dev.redrive.archive.Archive;
import dev.redrive.classify.Rule;
import dev.redrive.engine.EngineOptions;
import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.capture.CaptureRules;
import dev.redrive.internal.capture.Capturer;
import dev.redrive.internal.capture.Fallbacks;
import dev.redrive.internal.capture.Fallbacks.LastResortArchive;
import dev.redrive.internal.capture.SystemStateProbe;
import dev.redrive.internal.policy.JvmHostLoad;
import dev.redrive.policy.HostLoad;
import dev.redrive.policy.Policy;
import dev.redrive.redaction.Redaction;
import dev.redrive.replay.LetterTransformer;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.attributes.SearchPaths;
import dev.redrive.store.retention.Retention;
import dev.redrive.store.retention.RetentionRules;
import dev.redrive.text.Glob;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Configures and opens a {@link Redrive}; every setting has a default. */
public final class RedriveBuilder {
    private static final long JOURNAL_BYTES = 256L * 1024 * 1024;

    final DeadLetterStore store;
    final List<Rule> classification = new ArrayList<>();
    final List<Policy> policies = new ArrayList<>();
    final List<Consumer<RedriveEvent>> listeners = new ArrayList<>();
    private final List<Glob> ordered = new ArrayList<>();
    private Redaction redaction = Redaction.none();
    private int maxPayloadBytes = CaptureRules.DEFAULT_MAX_PAYLOAD;
    int maxRoundTrips = 5;
    private @Nullable Path journal;
    private Duration captureTimeout = Capturer.SpillFile.DEFAULT_PATIENCE;
    EngineOptions engine = EngineOptions.defaults(thisNode());
    Optional<RetentionRules> retention = Optional.of(RetentionRules.everywhere(Retention.defaults()));
    Optional<Archive> archive = Optional.empty();
    Optional<SearchPaths> searchPaths = Optional.empty();
    boolean captureToArchive;
    LetterTransformer transformer = LetterTransformer.none();
    Function<String, Optional<String>> health = target -> Optional.empty();
    HostLoad hostLoad = new JvmHostLoad(() -> true);

    RedriveBuilder(DeadLetterStore store, @Nullable Path journal) {
        this.store = store;
        this.journal = journal;
    }

    private static String thisNode() {
        return "node-" + ProcessHandle.current().pid() + "-"
                + UUID.randomUUID().toString().substring(0, 8);
    }

    /** Adds a rule that comes before the built-in ones and after those added earlier. */
    public RedriveBuilder classify(Rule rule) {
        classification.add(rule);
        return this;
    }

    /** Adds a policy that comes before the built-in ones and after those added earlier. */
    public RedriveBuilder policy(Policy policy) {
        policies.add(policy);
        return this;
    }

    /** In these channels, letters with the same key go back one after the other. */
    public RedriveBuilder ordered(String channels) {
        ordered.add(new Glob(channels));
        return this;
    }

    /** Sets which values are hidden before a letter is stored. */
    public RedriveBuilder redact(Redaction rules) {
        redaction = rules;
        return this;
    }

    /**
     * Sets by which values letters are found, for all processes that share the store; without this call, those that another process
     * set stay. See {@link dev.redrive.store.questions.FilterBuilder#attribute}.
     */
    public RedriveBuilder searchBy(SearchPaths paths) {
        searchPaths = Optional.of(paths);
        return this;
    }

    public RedriveBuilder maxPayloadBytes(int bytes) {
        maxPayloadBytes = bytes;
        return this;
    }

    /** How often a letter that was sent to its broker may come back before it waits for a person. */
    public RedriveBuilder maxRoundTrips(int count) {
        if (count < 1) throw new IllegalArgumentException("a letter makes at least 1 round trip, not " + count);
        maxRoundTrips = count;
        return this;
    }

    /** Sets the file that holds letters while the store is unavailable; each process needs its own. */
    public RedriveBuilder journal(Path file) {
        journal = file;
        return this;
    }

    /** How long a capture waits for a store that does not answer before the letter goes to the journal; 2 s by default. */
    public RedriveBuilder captureTimeout(Duration value) {
        captureTimeout = value;
        return this;
    }

    /** Uses no journal: while the store is unavailable, captures fail. */
    public RedriveBuilder withoutJournal() {
        journal = null;
        return this;
    }

    public RedriveBuilder engine(UnaryOperator<EngineOptions> change) {
        engine = change.apply(engine);
        return this;
    }

    public RedriveBuilder retention(Retention value) {
        return retention(RetentionRules.everywhere(value));
    }

    /** Sets how long letters are kept, with times of their own for some channels. */
    public RedriveBuilder retention(RetentionRules value) {
        retention = Optional.of(value);
        return this;
    }

    /** Sets where letters go before they leave the store. It is closed with the queue. */
    public RedriveBuilder archive(Archive value) {
        archive = Optional.of(value);
        return this;
    }

    /**
     * Captures go to the archive while both the store and the journal are unable to take them; off by default. They come back by
     * themselves, also when another process is the first that reaches the store again.
     */
    public RedriveBuilder captureToArchive() {
        captureToArchive = true;
        return this;
    }

    public RedriveBuilder keepForever() {
        retention = Optional.empty();
        return this;
    }

    /** Sets the source of the machine's load, which conditional retries and replays check. */
    public RedriveBuilder hostLoad(HostLoad value) {
        hostLoad = value;
        return this;
    }

    /** Adds a listener, called on the thread on which an event happens. */
    public RedriveBuilder listen(Consumer<RedriveEvent> listener) {
        listeners.add(listener);
        return this;
    }

    /** Sets how replays change and check letters before sending them. */
    public RedriveBuilder transformer(LetterTransformer value) {
        transformer = value;
        return this;
    }

    /** Sets the health check of targets by name, which is a channel pattern; it returns a problem, or empty when healthy. */
    public RedriveBuilder health(Function<String, Optional<String>> value) {
        health = value;
        return this;
    }

    CaptureRules captureRules() {
        return new CaptureRules(redaction, ordered, maxPayloadBytes, new SystemStateProbe(hostLoad, store.clock()));
    }

    Fallbacks fallbacks() {
        if (captureToArchive && archive.isEmpty())
            throw new IllegalStateException(
                    "captures are to go to the archive, and there is none; set it with archive(...)");
        return new Fallbacks(
                Optional.ofNullable(journal).map(path -> new Capturer.SpillFile(path, JOURNAL_BYTES)),
                archive.map(chosen -> new LastResortArchive(
                        chosen, captureToArchive, engine.worker(), LastResortArchive.DEFAULT_PATIENCE)),
                captureTimeout);
    }

    public Redrive open() {
        return new Redrive(this);
    }
}
