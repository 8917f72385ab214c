package dev.redrive.contract;

import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.TransactionalStore;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;

/** A store that settles with the handler's work, for handlers that do not look at their connection. */
public final class TransactingStore extends ForwardingStore implements TransactionalStore {
    public TransactingStore(DeadLetterStore behind) {
        super(behind);
    }

    @Override
    public SettleResult settleWith(LeasedLetter claimed, Work work, Settlement.Succeeded outcome) throws Exception {
        work.handle(claimed.letter(), noConnection());
        return settle(List.of(new Settlement(claimed.lease(), Duration.ZERO, "transactional", outcome)))
                .get(0);
    }

    private static Connection noConnection() {
        return (Connection) Proxy.newProxyInstance(
                TransactingStore.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, args) -> {
                    throw new UnsupportedOperationException("there is no database behind this store");
                });
    }
}
