package dev.redrive.jdbc.postgres;

import com.zaxxer.hikari.HikariDataSource;
import dev.redrive.contract.MinuteCountsContract;
import dev.redrive.contract.SettableClock;
import dev.redrive.jdbc.TestPostgres;
import dev.redrive.store.DeadLetterStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

class PostgresMinuteCountsTest extends MinuteCountsContract {
    private final String database = TestPostgres.freshDatabase();
    private final List<HikariDataSource> pools = new ArrayList<>();

    @Override
    protected List<DeadLetterStore> twoStores() {
        return List.of(store(), store());
    }

    private DeadLetterStore store() {
        HikariDataSource pool = TestPostgres.pool(database);
        pools.add(pool);
        return PostgresDeadLetterStore.in(pool, SettableClock.standing());
    }

    @AfterEach
    void closePools() {
        pools.forEach(HikariDataSource::close);
    }
}
