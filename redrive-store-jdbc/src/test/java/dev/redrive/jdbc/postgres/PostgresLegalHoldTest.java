package dev.redrive.jdbc.postgres;

import dev.redrive.contract.LegalHoldContract;
import dev.redrive.contract.SettableClock;
import dev.redrive.jdbc.PostgresNodes;
import dev.redrive.store.DeadLetterStore;
import java.util.List;
import org.junit.jupiter.api.AutoClose;

class PostgresLegalHoldTest extends LegalHoldContract {
    @AutoClose
    private final PostgresNodes nodes = new PostgresNodes();

    @Override
    protected List<DeadLetterStore> twoStores() {
        return nodes.two(SettableClock.standing());
    }
}
