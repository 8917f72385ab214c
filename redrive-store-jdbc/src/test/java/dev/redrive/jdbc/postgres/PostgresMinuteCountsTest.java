package dev.redrive.jdbc.postgres;

import dev.redrive.contract.MinuteCountsContract;
import dev.redrive.contract.SettableClock;
import dev.redrive.jdbc.PostgresNodes;
import dev.redrive.store.DeadLetterStore;
import java.util.List;
import org.junit.jupiter.api.AutoClose;

class PostgresMinuteCountsTest extends MinuteCountsContract {
    @AutoClose
    private final PostgresNodes nodes = new PostgresNodes();

    @Override
    protected List<DeadLetterStore> twoStores() {
        return nodes.two(SettableClock.standing());
    }
}
