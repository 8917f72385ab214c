package dev.redrive;

import dev.redrive.archive.Archive;
import dev.redrive.capture.FailedMessage;
import dev.redrive.classify.Classifier;
import dev.redrive.engine.AsyncHandler;
import dev.redrive.engine.Handler;
import dev.redrive.engine.Target;
import dev.redrive.engine.TargetOptions;
import dev.redrive.guard.Guard;
import dev.redrive.guard.GuardOptions;
import dev.redrive.internal.archive.LetterArchive;
import dev.redrive.internal.capture.Capturer;
import dev.redrive.internal.capture.GuardContext;
import dev.redrive.internal.capture.Importer;
import dev.redrive.internal.capture.LetterMaker;
import dev.redrive.internal.cause.Diagnostics;
import dev.redrive.internal.engine.DroppedFuture;
import dev.redrive.internal.engine.EngineThreads;
import dev.redrive.internal.engine.RetryDecider;
import dev.redrive.internal.erasure.ErasureParts;
import dev.redrive.internal.event.Events;
import dev.redrive.internal.redaction.RedactionGate;
import dev.redrive.internal.replay.ReplayContext;
import dev.redrive.internal.replay.Replayer;
import dev.redrive.internal.retention.RetentionNotice;
import dev.redrive.internal.retention.RetentionRunner;
import dev.redrive.letter.LetterIds;
import dev.redrive.policy.Policies;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.TransactionalStore;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.questions.WholeLetter;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter queue inside this application. Failed messages go in through {@link #guard} or {@link #capture}, come back
 * through the handlers set with {@link #handle}, and are found and managed with {@link #letters}.
 */
public final class Redrive implements AutoCloseable {
    private static final String SQLITE = "sqlite:";
    private static final Path DEFAULT_JOURNAL = Path.of("redrive.spill");

    private final DeadLetterStore store;
    private final Events events = new Events();
    private final Diagnostics diagnostics;
    private final Capturer capturer;
    private final Importer importer;
    private final EngineThreads engine;
    private final Housekeeping housekeeping;
    private final Letters letters;
    private final Channels channels;
    private final String node;
    private final Replayer replayer;
    private final Replays replays;
    private final StreamIntake intake;
    private final ColdLetters cold;
    private final RetentionRuns retention;
    private final Optional<Archive> archive;
    private final Erasure erasure;
    /** One for all threads, without a lock between them. */
    private final RandomGenerator random = () -> ThreadLocalRandom.current().nextLong();

    Redrive(RedriveBuilder chosen) {
        store = chosen.store;
        chosen.listeners.forEach(events::listen);
        diagnostics = new Diagnostics(new Classifier(chosen.classification));
        Policies policies = new Policies(chosen.policies);
        RedactionGate gate = new RedactionGate(chosen.captureRules().redaction());
        node = chosen.engine.worker();
        capturer =
                new Capturer(store, chosen.captureRules(), diagnostics, policies, events, random, chosen.fallbacks());
        importer = new Importer(store, chosen.captureRules(), events);
        engine = new EngineThreads(store, diagnostics, policies, chosen.hostLoad, events, chosen.engine, random, gate);
        archive = chosen.archive;
        Optional<LetterArchive> archived =
                archive.map(there -> new LetterArchive(there, store.clock(), new LetterIds(store.clock())));
        chosen.retention.ifPresent(rules -> RetentionNotice.write(rules, archive.map(Archive::address)));
        retention = new RetentionRuns(
                store,
                chosen.retention.map(rules ->
                        new RetentionRunner(store, rules, archived, events, chosen.engine.worker(), System::nanoTime)),
                events);
        letters = new Letters(store, engine, events, gate);
        housekeeping = new Housekeeping(store, capturer, chosen.searchPaths, letters::endIgnoring);
        channels = new Channels(store, engine, events, gate);
        intake = new StreamIntake(
                store,
                new LetterMaker(chosen.captureRules(), diagnostics, policies, store.clock(), random),
                new RetryDecider(policies, store.clock(), random),
                events,
                gate,
                chosen.maxRoundTrips);
        ReplayContext context =
                new ReplayContext(store, engine, chosen.transformer, chosen.health, chosen.hostLoad, events, gate);
        replayer = new Replayer(context, chosen.engine.worker(), chosen.engine.stopGrace());
        replays = new Replays(context, replayer);
        cold = new ColdLetters(archived, store, importer);
        erasure = new Erasure(new ErasureParts(
                store,
                archive,
                archived,
                gate,
                chosen.captureRules().redaction().keys(),
                capturer::hasLettersInJournal,
                events,
                chosen.engine.worker()));
    }

    // Opening

    /** Opens the store at a URL: {@code sqlite:PATH}, {@code postgresql://user:password@host:port/db} or {@code memory:}. */
    public static Redrive open(String url) {
        return at(url).open();
    }

    /** Opens a store in the application's own database. */
    public static Redrive open(DataSource dataSource) {
        return in(dataSource).open();
    }

    /** The same as {@link #open(String)}, with choices. */
    public static RedriveBuilder at(String url) {
        return new RedriveBuilder(Stores.open(url), journalFor(url));
    }

    /** The same as {@link #open(DataSource)}, with choices. */
    public static RedriveBuilder in(DataSource dataSource) {
        return new RedriveBuilder(Stores.in(dataSource), DEFAULT_JOURNAL);
    }

    /** With a store that the caller made. */
    public static RedriveBuilder on(DeadLetterStore store) {
        return new RedriveBuilder(store, null);
    }

    private static @Nullable Path journalFor(String url) {
        if (url.equals(Stores.MEMORY)) return null;
        return url.startsWith(SQLITE) ? Path.of(url.substring(SQLITE.length()) + ".spill") : DEFAULT_JOURNAL;
    }

    // In

    /** Keeps a failed message. When it returns, the letter is durable. */
    public CaptureResult capture(FailedMessage failed) {
        return capturer.capture(failed);
    }

    /** Keeps all of these or none. */
    public List<CaptureResult> captureAll(List<FailedMessage> failed) {
        return capturer.captureAll(failed);
    }

    /**
     * Keeps letters of another queue with their ids, states, attempts and versions. Those that are here already stay as they
     * are and are not new.
     *
     * @throws dev.redrive.redaction.CannotOpen when one has sealed values that cannot be read here; nothing is stored then
     */
    public List<CaptureResult> importAll(List<WholeLetter> letters) {
        return importer.importAll(letters);
    }

    /** A guard for the processing of a channel's messages; make it once and use it for every message. */
    public Guard guard(String channel) {
        return new Guard(
                channel,
                new GuardContext(capturer, diagnostics, store.clock(), random, time -> Thread.sleep(time.toMillis())),
                GuardOptions.defaults());
    }

    /** The intake for readers of dead letter streams. */
    public StreamIntake intake() {
        return intake;
    }

    // Out

    /**
     * Says how letters of a channel go back; {@code *} in the name stands for anything. The letter is done when the handler
     * returns. A lambda or method reference written here whose last call gives a future that it lets go is refused: that is
     * for {@link #handleAsync}. A future that is let go anywhere else is not seen.
     */
    public <H extends Serializable & Handler> Redrive handle(String channel, H handler) {
        return handle(channel, handler, TargetOptions.defaults());
    }

    public <H extends Serializable & Handler> Redrive handle(String channel, H handler, TargetOptions options) {
        DroppedFuture.in(handler).ifPresent(type -> {
            throw new IllegalArgumentException("the handler of " + channel + " gets a " + type.getName()
                    + " and does not wait for it, so its letters would be resolved before their work is done;"
                    + " use handleAsync, or wait for it in the handler");
        });
        return send(channel, Target.of(handler), options);
    }

    /** The same for a handler that is no lambda written here, such as one in a variable; it is not looked into for futures. */
    public Redrive handle(String channel, Handler handler) {
        return handle(channel, handler, TargetOptions.defaults());
    }

    public Redrive handle(String channel, Handler handler, TargetOptions options) {
        return send(channel, Target.of(handler), options);
    }

    /** The same for a handler that works somewhere else: a letter is done when the future is, and failed when that fails. */
    public Redrive handleAsync(String channel, AsyncHandler handler) {
        return handleAsync(channel, handler, TargetOptions.defaults());
    }

    public Redrive handleAsync(String channel, AsyncHandler handler, TargetOptions options) {
        return send(channel, Target.ofAsync(handler), options);
    }

    /**
     * The handler's writes on the connection it is given and the letter's settlement commit or roll back as one. Needs a
     * store in the database that the handler writes to.
     */
    public Redrive handleTransactionally(String channel, TransactionalStore.Work handler) {
        return handleTransactionally(channel, handler, TargetOptions.defaults());
    }

    public Redrive handleTransactionally(String channel, TransactionalStore.Work handler, TargetOptions options) {
        engine.addTransactional(channel, handler, options);
        replayer.start();
        return this;
    }

    public Redrive send(String channel, Target target, TargetOptions options) {
        engine.add(channel, target, options);
        replayer.start();
        return this;
    }

    /**
     * A target that serves no channel by itself; replays can be sent there by its name.
     */
    public Redrive redirect(String name, Target target, TargetOptions options) {
        engine.addAside(name, target, options);
        replayer.start();
        return this;
    }

    /** Whether a handler or target serves this channel. */
    public boolean serves(String channel) {
        return engine.serves(channel);
    }

    /** Finds letters and causes, and carries out decisions about them. */
    public Letters letters() {
        return letters;
    }

    /** Looks at channels, and holds and releases them. */
    public Channels channels() {
        return channels;
    }

    /**
     * Plans and controls replays, which send many letters as one operation. A process with a handler or target takes part in
     * all replays, also in those planned by another process; {@link #takePartInReplays} is for one without.
     */
    public Replays replays() {
        return replays;
    }

    /** Letters in the archive. */
    public ColdLetters cold() {
        return cold;
    }

    /** Runs of retention, and what is due. */
    public RetentionRuns retention() {
        return retention;
    }

    /** Erases what is stored about one person. */
    public Erasure erasure() {
        return erasure;
    }

    /** How many captured letters wait in the archive for the store, as far as it is known here. */
    public long pendingInArchive() {
        return capturer.waitingInArchive();
    }

    /** What this process is doing. */
    public NodeActivity activity() {
        return new NodeActivity(node, engine.isStarted(), engine.attempts(), replayer.running(), engine.circuits());
    }

    /** Runs replays from now on, as the first handler or target does; also ends those that have no letters left to send. */
    public Redrive takePartInReplays() {
        replayer.start();
        return this;
    }

    /** Finishes what is being worked on and sends no more letters back. They can still be captured and looked at. */
    public void stop() {
        replayer.close();
        engine.close();
    }

    /** Finishes what is being worked on, gives back the rest, and closes archive and store. */
    @Override
    public void close() {
        stop();
        housekeeping.close();
        retention.close();
        capturer.close();
        archive.ifPresent(Archive::close);
        store.close();
    }
}
