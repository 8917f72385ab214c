package dev.redrive.engine;

import dev.redrive.letter.DeadLetter;
import java.time.Duration;

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
    }

    /** A handler in this process, which is done when it returns. */
    static Target of(Handler handler) {
        return letter -> {
            handler.handle(letter);
            return new Delivery.Done();
        };
    }
}
