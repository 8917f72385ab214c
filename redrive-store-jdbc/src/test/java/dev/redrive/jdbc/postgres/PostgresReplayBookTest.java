package dev.redrive.jdbc.postgres;

import com.zaxxer.hikari.HikariDataSource;
import dev.redrive.contract.ReplayBookContract;
import dev.redrive.jdbc.PostgresStores;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.testpostgres.TestPostgres;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

class PostgresReplayBookTest extends ReplayBookContract {
    private final String database = TestPostgres.freshDatabase();
    private final List<HikariDataSource> pools = List.of(PostgresStores.pool(database), PostgresStores.pool(database));

    @Override
    protected List<DeadLetterStore> twoStores(InstantSource time) {
        return pools.stream()
                .<DeadLetterStore>map(pool -> PostgresDeadLetterStore.in(pool, time))
                .toList();
    }

    @AfterEach
    void closePools() {
        pools.forEach(HikariDataSource::close);
    }
}
