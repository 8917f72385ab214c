package dev.redrive.jdbc.postgres;

import dev.redrive.contract.QuestionContract;
import dev.redrive.jdbc.PostgresStores;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class PostgresQuestionTest extends QuestionContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return PostgresStores.emptyStore(time);
    }
}
