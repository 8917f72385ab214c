package dev.redrive.engine;

import dev.redrive.letter.DeadLetter;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;

/** Where a letter is sent back to. */
@FunctionalInterface
public interface Target {
    Delivery send(DeadLetter letter) throws Exception;

    /** What sending came to. */
    sealed interface Delivery {
        /** The work is done. */
        record Done() implements Delivery {}

        /** A broker has it; whether it gets processed is not known yet. */
        record Sent(String receipt) implements Delivery {}

        /**
         * It was not tried, because the target cannot take any letter yet: this is no attempt, and says nothing against the
         * letter or the target, which is left alone for a while.
         */
        record NotNow(Duration pause, String why) implements Delivery {}

        /**
         * It was not tried, because this letter cannot be sent back until something is changed, such as the settings. This is no attempt either,
         * and the letters beside it are sent meanwhile.
         */
        record Undeliverable(Duration pause, String why) implements Delivery {}
    }

    /** A handler in this process, which is done when it returns. */
    static Target of(Handler handler) {
        return letter -> {
            handler.handle(letter);
            return new Delivery.Done();
        };
    }

    /** A handler that works somewhere else; the letter is done when its stage is. */
    static Target ofAsync(AsyncHandler handler) {
        return letter -> {
            CompletionStage<?> stage = handler.handle(letter);
            if (stage == null) throw new IllegalStateException("the handler returned no future, so nothing is known");
            CompletableFuture<?> future = stage.toCompletableFuture();
            try {
                future.get();
            } catch (InterruptedException e) {
                future.cancel(true);
                throw e;
            } catch (ExecutionException e) {
                if (e.getCause() instanceof Error error) throw error;
                throw e.getCause() instanceof Exception thrown ? thrown : e;
            }
            return new Delivery.Done();
        };
    }
}
