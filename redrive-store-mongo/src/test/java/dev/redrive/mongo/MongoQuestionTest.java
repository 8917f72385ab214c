package dev.redrive.mongo;

import dev.redrive.contract.QuestionContract;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class MongoQuestionTest extends QuestionContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return MongoStores.emptyStore(time);
    }
}
