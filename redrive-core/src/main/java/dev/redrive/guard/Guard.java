package dev.redrive.guard;

import dev.redrive.capture.CaptureFailed;
import dev.redrive.capture.FailedMessage;
import dev.redrive.internal.capture.GuardContext;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Retryability;
import dev.redrive.policy.Decision;
import dev.redrive.policy.Exponential;
import dev.redrive.policy.RetryContext;
import dev.redrive.store.captures.CaptureResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Runs a processing step of one channel and captures the messages that fail, so that the next message can be processed.
 * One guard serves all messages of its channel and is safe for use by many threads.
 */
public final class Guard {
    private final String channel;
    private final GuardContext context;
    private final GuardOptions options;

    /** {@code Redrive.guard} makes guards. */
    public Guard(String channel, GuardContext context, GuardOptions options) {
        this.channel = channel;
        this.context = context;
        this.options = options;
    }

    // How it behaves

    /** Tries a transient failure again at once, so many times, before it goes to the queue. */
    public Guard retryingInline(int times) {
        return with(new GuardOptions(times, options.pause(), options.rethrown(), options.ignored()));
    }

    public Guard pausing(Duration first, Duration longest) {
        Exponential pause = new Exponential(first, longest, options.pause().jitter());
        return with(new GuardOptions(options.inlineRetries(), pause, options.rethrown(), options.ignored()));
    }

    /** Failures of this type come out again and are not captured. */
    public Guard rethrowing(Class<? extends RuntimeException> type) {
        return with(new GuardOptions(
                options.inlineRetries(), options.pause(), and(options.rethrown(), type), options.ignored()));
    }

    /** Failures of this type are dropped. */
    public Guard ignoring(Class<? extends Throwable> type) {
        return with(new GuardOptions(
                options.inlineRetries(), options.pause(), options.rethrown(), and(options.ignored(), type)));
    }

    private Guard with(GuardOptions changed) {
        return new Guard(channel, context, changed);
    }

    private static <T> List<Class<? extends T>> and(List<Class<? extends T>> types, Class<? extends T> type) {
        List<Class<? extends T>> all = new ArrayList<>(types);
        all.add(type);
        return all;
    }

    // Running a step

    public GuardResult run(String message, Step<String> step) {
        return run(message, Message::of, step);
    }

    public GuardResult run(byte[] message, Step<byte[]> step) {
        return run(message, bytes -> Message.of(Payload.of(bytes)), step);
    }

    public GuardResult run(Payload message, Step<Payload> step) {
        return run(message, Message::of, step);
    }

    public GuardResult run(Message message, Step<Message> step) {
        return run(message, m -> m, step);
    }

    /**
     * Processes a message of any type. Only failures that the guard is set to rethrow come out, an {@link Error}, which is
     * captured first, and a capture that could not be kept anywhere.
     *
     * @param describe says what the message looks like in the queue; called only when the step failed
     */
    public <T> GuardResult run(T message, Function<T, Message> describe, Step<T> step) {
        Instant firstFailed = null;
        for (int tries = 0; ; tries++) {
            try {
                step.process(message);
                return new GuardResult.Processed(tries + 1);
            } catch (Throwable failure) {
                if (failure instanceof RuntimeException unchecked && isAny(options.rethrown(), failure))
                    throw unchecked;
                if (isAny(options.ignored(), failure)) return new GuardResult.Ignored();
                if (firstFailed == null) firstFailed = context.clock().instant();
                boolean again = tries < options.inlineRetries() && isTransient(failure) && pause(tries);
                if (again) continue;
                return capture(describe.apply(message), failure, tries, firstFailed);
            }
        }
    }

    private GuardResult capture(Message message, Throwable failure, int tries, Instant firstFailed) {
        boolean interrupted = failure instanceof InterruptedException || Thread.interrupted();
        try {
            CaptureResult captured = context.capturer()
                    .capture(FailedMessage.of(channel, message, failure)
                            .afterRetries(tries)
                            .firstFailedAt(firstFailed));
            if (failure instanceof Error error) throw error;
            return new GuardResult.InQueue(captured.id());
        } catch (CaptureFailed lost) {
            lost.addSuppressed(failure);
            throw lost;
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    private static <T extends Throwable> boolean isAny(List<Class<? extends T>> types, Throwable failure) {
        return types.stream().anyMatch(type -> type.isInstance(failure));
    }

    private boolean isTransient(Throwable failure) {
        return !(failure instanceof Error)
                && !(failure instanceof InterruptedException)
                && context.diagnostics().of(failure).failure().retryability() == Retryability.TRANSIENT;
    }

    /** False when the wait was interrupted: then the thread is to end. */
    private boolean pause(int tries) {
        Instant now = context.clock().instant();
        Decision next = options.pause().next(new RetryContext(tries, now, null, context.random()));
        try {
            if (next instanceof Decision.RetryAt at) context.sleeper().sleep(Duration.between(now, at.time()));
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
