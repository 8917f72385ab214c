package dev.redrive.mongo.database;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoClientException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoConnectionPoolClearedException;
import com.mongodb.MongoException;
import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.MongoInterruptedException;
import com.mongodb.MongoNodeIsRecoveringException;
import com.mongodb.MongoNotPrimaryException;
import com.mongodb.MongoOperationTimeoutException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoServerUnavailableException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.MongoWriteConcernException;
import com.mongodb.MongoWriteException;
import dev.redrive.store.StoreException;
import dev.redrive.store.StoreRefused;
import dev.redrive.store.StoreUnavailable;
import java.util.Set;
import org.bson.BsonMaximumSizeExceededException;
import org.jspecify.annotations.Nullable;

/** Turns errors of the driver into store exceptions: the store is unavailable, it rejects the data, or it has another problem. */
public final class MongoErrors {
    private static final int DUPLICATE_KEY = 11000;

    /** The document is too large, or a key is too long for an index. */
    private static final Set<Integer> REFUSALS = Set.of(10334, 17419, 17420, 17280, 2, 14, 121);

    /** Shutdown, primary changes, lost hosts, no quorum, no disk space, lock and time limits, conflicts of transactions. */
    private static final Set<Integer> PASSING = Set.of(
            6, 7, 24, 46, 50, 64, 79, 89, 91, 112, 133, 189, 202, 246, 251, 262, 317, 9001, 10058, 10107, 11600, 11602,
            13388, 13435, 13436, 14031);

    /** What a primary says of a write that it made when it stops being the primary before a majority has it. */
    private static final Set<Integer> STEPPING_DOWN = Set.of(91, 189, 10107, 11600, 11602, 13435, 13436);

    private MongoErrors() {}

    public static StoreException of(String doing, RuntimeException e) {
        if (e instanceof StoreException known) return known;
        String message = doing + " failed: " + withoutUser(text(e));
        if (namesUser(e)) return isPassing(e) ? new StoreUnavailable(message) : new StoreException(message);
        RuntimeException cause = withoutDocuments(e);
        if (isPassing(e)) return new StoreUnavailable(message, cause);
        return isRefusal(e) ? new StoreRefused(message, cause) : new StoreException(message, cause);
    }

    /** Whoever logs a cause prints what it says, and what a server says of a write quotes values of documents. */
    private static RuntimeException withoutDocuments(RuntimeException e) {
        boolean quotes = e instanceof MongoWriteException
                || e instanceof MongoBulkWriteException
                || e instanceof MongoCommandException;
        return quotes ? new MongoException(code(e), text(e)) : e;
    }

    /** Then it is no cause of another exception, because whoever logs that prints it. */
    private static boolean namesUser(@Nullable Throwable e) {
        return e != null && (String.valueOf(e.getMessage()).contains("MongoCredential") || namesUser(e.getCause()));
    }

    private static String withoutUser(String message) {
        return message.replaceAll("MongoCredential\\{.*?}", "the user of the connection string");
    }

    /** True when a document with the same id, or the same value in a unique index, is there. */
    public static boolean isDuplicate(RuntimeException e) {
        if (e instanceof MongoBulkWriteException bulk)
            return !bulk.getWriteErrors().isEmpty()
                    && bulk.getWriteErrors().stream().allMatch(error -> error.getCode() == DUPLICATE_KEY)
                    && bulk.getWriteConcernError() == null;
        return code(e) == DUPLICATE_KEY;
    }

    /** True when the server went away: before it did what it was asked for, in the middle, or before it answered. */
    static boolean isServerLost(MongoException e) {
        return e instanceof MongoSocketException
                || e instanceof MongoNotPrimaryException
                || e instanceof MongoNodeIsRecoveringException
                || (e instanceof MongoBulkWriteException bulk
                        && bulk.getWriteErrors().isEmpty()
                        && STEPPING_DOWN.contains(code(bulk)));
    }

    /** Without the values of documents: what a server says of a duplicate or an invalid value quotes them. */
    private static String text(RuntimeException e) {
        if (e instanceof MongoBulkWriteException bulk)
            return bulk.getWriteErrors().size() + " writes failed, the first with code " + code(e);
        if (e instanceof MongoCommandException command)
            return "the server answered with code " + command.getErrorCode() + " " + command.getErrorCodeName();
        if (e instanceof MongoWriteException) return "the write failed with code " + code(e);
        if (e instanceof MongoSecurityException) return "the server refused user and password";
        return String.valueOf(e.getMessage());
    }

    private static int code(RuntimeException e) {
        if (e instanceof MongoWriteException write) return write.getError().getCode();
        if (e instanceof MongoBulkWriteException bulk) {
            if (!bulk.getWriteErrors().isEmpty())
                return bulk.getWriteErrors().get(0).getCode();
            return bulk.getWriteConcernError() == null
                    ? -1
                    : bulk.getWriteConcernError().getCode();
        }
        return e instanceof MongoException mongo ? mongo.getCode() : -1;
    }

    private static boolean isRefusal(RuntimeException e) {
        return e instanceof BsonMaximumSizeExceededException || REFUSALS.contains(code(e));
    }

    private static boolean isPassing(RuntimeException e) {
        return e instanceof MongoSocketException
                || e instanceof MongoTimeoutException
                || e instanceof MongoOperationTimeoutException
                || e instanceof MongoServerUnavailableException
                || e instanceof MongoConnectionPoolClearedException
                || e instanceof MongoNotPrimaryException
                || e instanceof MongoNodeIsRecoveringException
                || e instanceof MongoExecutionTimeoutException
                || e instanceof MongoInterruptedException
                || e instanceof MongoWriteConcernException
                || (e instanceof MongoClientException && e.getCause() instanceof MongoSocketException)
                || (e instanceof MongoException mongo
                        && (mongo.hasErrorLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL)
                                || mongo.hasErrorLabel("RetryableWriteError")))
                || PASSING.contains(code(e));
    }
}
