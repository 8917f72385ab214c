package dev.redrive.store.memory;

import dev.redrive.contract.QuestionContract;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class InMemoryQuestionTest extends QuestionContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return new InMemoryDeadLetterStore(time);
    }
}
