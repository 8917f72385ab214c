package dev.redrive.jdbc.sql;

import dev.redrive.store.StoreException;
import dev.redrive.store.StoreRefused;
import dev.redrive.store.StoreUnavailable;
import java.sql.SQLException;
import java.util.Set;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Turns SQL errors into store exceptions: the store is unavailable, it rejects the data, or it has another problem. */
public final class StoreErrors {
    private static final Set<SQLiteErrorCode> PASSING = Set.of(
            SQLiteErrorCode.SQLITE_BUSY,
            SQLiteErrorCode.SQLITE_LOCKED,
            SQLiteErrorCode.SQLITE_FULL,
            SQLiteErrorCode.SQLITE_CANTOPEN,
            SQLiteErrorCode.SQLITE_NOMEM);

    private StoreErrors() {}

    public static StoreException of(String doing, SQLException e) {
        String message = doing + " failed: " + e.getMessage();
        if (isPassing(e)) return new StoreUnavailable(message, e);
        return isRefusal(e) ? new StoreRefused(message, e) : new StoreException(message, e);
    }

    private static boolean isRefusal(SQLException e) {
        if (e instanceof SQLiteException sqlite) return sqlite.getResultCode() == SQLiteErrorCode.SQLITE_TOOBIG;
        String state = e.getSQLState();
        // A value that is none of its type (22) or too large for the server or an index (54).
        return state != null && (state.startsWith("22") || state.startsWith("54"));
    }

    private static boolean isPassing(SQLException e) {
        if (e instanceof SQLiteException sqlite) {
            String name = sqlite.getResultCode().name();
            return PASSING.contains(sqlite.getResultCode())
                    || name.startsWith("SQLITE_IOERR")
                    || name.startsWith("SQLITE_BUSY");
        }
        String state = e.getSQLState();
        // Connection lost (08), no resources (53), shutdown and restart (57P), deadlock and serialisation (40).
        return e instanceof java.sql.SQLTransientException
                || (state != null
                        && (state.startsWith("08")
                                || state.startsWith("53")
                                || state.startsWith("57P")
                                || state.startsWith("40")));
    }
}
