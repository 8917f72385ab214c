package dev.redrive.memory;

import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.QuestionContract;
import java.time.InstantSource;

class InMemoryQuestionTest extends QuestionContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return new InMemoryDeadLetterStore(time);
    }
}
