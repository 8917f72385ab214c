package dev.redrive.jdbc.postgres;

import dev.redrive.contract.ChannelHoldsContract;
import dev.redrive.contract.SettableClock;
import dev.redrive.jdbc.PostgresNodes;
import dev.redrive.store.DeadLetterStore;
import java.util.List;
import org.junit.jupiter.api.AutoClose;

class PostgresChannelHoldsTest extends ChannelHoldsContract {
    @AutoClose
    private final PostgresNodes nodes = new PostgresNodes();

    @Override
    protected List<DeadLetterStore> twoStores() {
        return nodes.two(SettableClock.standing());
    }
}
