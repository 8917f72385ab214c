package dev.redrive.engine;

import dev.redrive.letter.DeadLetter;
import java.util.concurrent.CompletionStage;

/** Processes a letter again, somewhere else. It is done when the stage is; one that fails means that it failed again. */
@FunctionalInterface
public interface AsyncHandler {
    CompletionStage<?> handle(DeadLetter letter) throws Exception;
}
