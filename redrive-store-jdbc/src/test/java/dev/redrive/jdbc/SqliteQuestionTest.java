package dev.redrive.jdbc;

import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.QuestionContract;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.UUID;
import org.junit.jupiter.api.io.TempDir;

class SqliteQuestionTest extends QuestionContract {
    @TempDir
    Path folder;

    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return new SqliteDeadLetterStore(folder.resolve(UUID.randomUUID() + ".db"), time);
    }
}
