package dev.redrive.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** A data source whose connection breaks when a chosen statement is about to run. */
final class BreakingDataSource {
    private final DataSource real;
    private final AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);

    BreakingDataSource(DataSource real) {
        this.real = real;
    }

    /** The so-many-th statement from now on does not run any more, nor does any after it. */
    void breakAt(int statement) {
        left.set(statement);
    }

    DataSource proxy() {
        return wrap(DataSource.class, real);
    }

    private <T> T wrap(Class<T> type, Object target) {
        InvocationHandler handler = (proxy, method, args) -> {
            boolean runs = target instanceof Statement && method.getName().startsWith("execute");
            boolean commits = target instanceof Connection && method.getName().equals("commit");
            if ((runs || commits) && left.decrementAndGet() <= 0)
                throw new SQLException("the connection broke", "08006");
            try {
                Object result = method.invoke(target, args);
                if (method.getName().equals("unwrap")) return result;
                if (result instanceof Connection) return wrap(Connection.class, result);
                if (result instanceof PreparedStatement) return wrap(PreparedStatement.class, result);
                return result instanceof Statement ? wrap(Statement.class, result) : result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
