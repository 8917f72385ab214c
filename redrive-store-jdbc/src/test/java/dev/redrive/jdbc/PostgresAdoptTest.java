package dev.redrive.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.redrive.letter.LetterId;
import dev.redrive.store.AdoptContract;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.StoreException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PostgresAdoptTest extends AdoptContract {
    private final List<HikariDataSource> pools = new ArrayList<>();

    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        HikariDataSource pool = TestPostgres.pool(TestPostgres.freshDatabase());
        pools.add(pool);
        return PostgresDeadLetterStore.in(pool, time);
    }

    @AfterEach
    void closePools() {
        pools.forEach(HikariDataSource::close);
    }

    @Test
    void a_letter_that_cannot_be_stored_takes_its_batch_with_it() {
        LetterId good = thereIs(aLetter());
        LetterId bad = thereIs(aLetter().tagged("no database holds \0"));

        assertThatThrownBy(() -> store.adopt(List.of(adopted(good, null), adopted(bad, null))))
                .isInstanceOf(StoreException.class);

        assertThat(store.find(good)).isEmpty();
        assertThat(store.tallies().byStatus().total()).isZero();
    }
}
