package dev.redrive.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.Set;

/** The connection that a transactional handler sees: it cannot end the transaction that it is part of. */
final class Guarded {
    private static final Set<String> FORBIDDEN = Set.of("commit", "rollback", "close", "abort", "setAutoCommit");

    private Guarded() {}

    static Connection connection(Connection real) {
        return (Connection) Proxy.newProxyInstance(
                Guarded.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, args) -> {
                    if (FORBIDDEN.contains(method.getName()))
                        throw new UnsupportedOperationException(
                                method.getName() + " is not for a handler: its writes and the letter commit as one");
                    try {
                        return method.invoke(real, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
