package dev.redrive.jdbc.letters;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.Set;

/** The connection that a transactional handler sees: it cannot end the transaction that it is part of. */
public final class HandlerConnection {
    private static final Set<String> FORBIDDEN = Set.of("commit", "rollback", "close", "abort", "setAutoCommit");

    private HandlerConnection() {}

    public static Connection connection(Connection real) {
        return (Connection) Proxy.newProxyInstance(
                HandlerConnection.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, args) -> {
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
