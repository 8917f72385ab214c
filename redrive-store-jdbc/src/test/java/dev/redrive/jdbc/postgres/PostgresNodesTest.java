package dev.redrive.jdbc.postgres;

import com.zaxxer.hikari.HikariDataSource;
import dev.redrive.contract.NodesContract;
import dev.redrive.contract.SettableClock;
import dev.redrive.jdbc.PostgresStores;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.testpostgres.TestPostgres;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

class PostgresNodesTest extends NodesContract {
    private final String database = TestPostgres.freshDatabase();
    private final List<HikariDataSource> pools = new ArrayList<>();

    @Override
    protected List<DeadLetterStore> twoStores() {
        return List.of(store(), store());
    }

    private DeadLetterStore store() {
        HikariDataSource pool = PostgresStores.pool(database);
        pools.add(pool);
        return PostgresDeadLetterStore.in(pool, SettableClock.standing());
    }

    @AfterEach
    void closePools() {
        pools.forEach(HikariDataSource::close);
    }
}
