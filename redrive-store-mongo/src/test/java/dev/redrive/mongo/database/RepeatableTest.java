package dev.redrive.mongo.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoException;
import com.mongodb.MongoSocketWriteException;
import com.mongodb.ServerAddress;
import dev.redrive.store.StoreException;
import dev.redrive.store.StoreUnavailable;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RepeatableTest {
    private final AtomicInteger calls = new AtomicInteger();

    private static MongoException lost() {
        return new MongoSocketWriteException("lost", new ServerAddress(), new IOException());
    }

    private int failing(int times, MongoException with) {
        if (calls.incrementAndGet() <= times) throw with;
        return calls.get();
    }

    @Test
    void work_whose_server_went_away_is_done_again() {
        assertThat(Repeatable.<Integer>run("working", () -> failing(1, lost()))).isEqualTo(2);
    }

    @Test
    void work_whose_server_stays_away_is_done_twice_and_then_fails() {
        assertThatThrownBy(() -> Repeatable.<Integer>run("working", () -> failing(9, lost())))
                .isInstanceOf(StoreUnavailable.class)
                .hasMessageStartingWith("working failed");

        assertThat(calls).hasValue(2);
    }

    @Test
    void work_that_failed_otherwise_is_not_done_again() {
        assertThatThrownBy(() -> Repeatable.<Integer>run("working", () -> failing(1, new MongoException(8, "bad"))))
                .isInstanceOf(StoreException.class);

        assertThat(calls).hasValue(1);
    }
}
