package dev.redrive.examples.shop;

import dev.redrive.letter.Message;
import java.sql.SQLTransactionRollbackException;
import java.util.concurrent.atomic.AtomicInteger;

/** Reserves goods. Now and then two reservations get in each other's way; trying again helps. */
final class Warehouse {
    private static final int DEADLOCK_EVERY = 25;

    private final AtomicInteger orders = new AtomicInteger();

    void reserve(Message order) throws SQLTransactionRollbackException {
        update(order.payload().text());
    }

    private void update(String order) throws SQLTransactionRollbackException {
        lock(Fields.text(order, "sku"));
    }

    private void lock(String sku) throws SQLTransactionRollbackException {
        if (orders.incrementAndGet() % DEADLOCK_EVERY == 0)
            throw new SQLTransactionRollbackException("deadlock detected while reserving '" + sku + "'", "40P01");
    }
}
