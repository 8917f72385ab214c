package dev.redrive.testmongo;

import de.bwaldvogel.mongo.bson.Document;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes commands fail on demand. It understands as much of MongoDB's own {@code configureFailPoint} as our tests need, so that they run
 * on a real server that was started with {@code enableTestCommands} as well: {@code failCommand} with {@code errorCode} or {@code
 * closeConnection}, which fails a command before it is done, or {@code writeConcernError}, which is said of one that is done; and {@code
 * onPrimaryTransactionalWrite}, which loses the answer to a repeatable write that is done.
 */
final class FailPoints {
    private final Map<String, FailPoint> points = new HashMap<>();

    private static final class FailPoint {
        Document data = new Document();
        int left;
        int count;

        boolean enter() {
            if (left == 0) return false;
            left--;
            count++;
            return true;
        }
    }

    /** Answers how often the point was entered since the server was started. */
    Document configure(Document query) {
        FailPoint point = points.computeIfAbsent(String.valueOf(query.get("configureFailPoint")), n -> new FailPoint());
        point.data = query.get("data") instanceof Document given ? given : new Document();
        point.left = times(query.get("mode"));
        return Answers.ok().append("count", point.count);
    }

    private static int times(@Nullable Object mode) {
        if ("off".equals(mode)) return 0;
        if (mode instanceof Document times && times.get("times") instanceof Number number) return number.intValue();
        throw new IllegalArgumentException("a fail point is off or has a number of times");
    }

    /** How this command fails, if it does. */
    Failing of(String command, Document query) {
        FailPoint point = points.get("failCommand");
        if (point == null
                || !(point.data.get("failCommands") instanceof Collection<?> commands)
                || !commands.contains(command)
                || !point.enter()) return new Failing(new Document(), command, query);
        return new Failing(point.data, command, query);
    }

    boolean isAnswerLost() {
        FailPoint point = points.get("onPrimaryTransactionalWrite");
        return point != null && point.enter();
    }
}
