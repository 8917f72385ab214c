package dev.redrive.jdbc.postgres;

import dev.redrive.contract.QuestionContract;
import dev.redrive.jdbc.TestPostgres;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class PostgresQuestionTest extends QuestionContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return TestPostgres.emptyStore(time);
    }
}
