package dev.redrive.jdbc.postgres;

import dev.redrive.contract.ReplayBookContract;
import dev.redrive.jdbc.PostgresNodes;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AutoClose;

class PostgresReplayBookTest extends ReplayBookContract {
    @AutoClose
    private final PostgresNodes nodes = new PostgresNodes();

    @Override
    protected List<DeadLetterStore> twoStores(InstantSource time) {
        return nodes.two(time);
    }
}
