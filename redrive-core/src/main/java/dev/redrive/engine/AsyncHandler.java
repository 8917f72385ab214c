package dev.redrive.engine;

import dev.redrive.letter.DeadLetter;
import java.util.concurrent.CompletionStage;

/** A handler that retries a letter asynchronously: the attempt succeeds or fails as the returned stage does. */
@FunctionalInterface
public interface AsyncHandler {
    CompletionStage<?> handle(DeadLetter letter) throws Exception;
}
