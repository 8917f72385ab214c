package dev.redrive.testmongo;

import de.bwaldvogel.mongo.bson.Document;
import io.netty.channel.Channel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A stand-in for the primary of a replica set, for tests of what happens between it and a client: transactions, repeated writes, and
 * answers that say that it is not the primary any more, or that are lost.
 *
 * <p>It is one process that keeps its data in memory. It says that it is a set of one, does a write that is repeated by its number once,
 * keeps the inserts of a transaction all or none, see {@link Transactions}, and fails on demand, see {@link FailPoints}. It has no
 * secondaries, elects nobody, copies nothing, rolls nothing back, knows no read and write concerns and forgets all when it ends. So it
 * shows that a client copes with the answers of a primary that goes away, and nothing of what a real set does with the data.
 */
final class ReplicaSet extends OneAtATime {
    static final String NAME = "rs0";

    private static final Set<String> WRITES = Set.of("insert", "update", "delete", "findAndModify");
    private static final List<String> OF_SESSIONS = List.of("lsid", "txnNumber", "startTransaction", "autocommit");

    private final String address;
    private final FailPoints failPoints = new FailPoints();
    private final Transactions transactions =
            new Transactions((channel, database, query) -> doIt(channel, database, "" + first(query), query));
    /** The last write of each session that may be repeated. A session that is not ended is kept: tests have few. */
    private final Map<Object, Answered> lastWrites = new HashMap<>();

    private record Answered(Object number, Document answer) {}

    ReplicaSet(String address) {
        this.address = address;
    }

    private static String first(Document query) {
        return query.keySet().iterator().next();
    }

    @Override
    public synchronized Document handleCommand(Channel channel, String database, String command, Document query) {
        if (command.equals("configureFailPoint")) return failPoints.configure(query);
        Failing failing = failPoints.of(command, query);
        if (failing.isHangUp()) return hangUp(channel);
        if (failing.isError()) return failing.error();
        Document answer = answer(channel, database, command, query);
        if (isRepeatable(command, query) && failPoints.isAnswerLost()) return hangUp(channel);
        return failing.afterwards(answer);
    }

    /** Whatever is answered after this goes nowhere. */
    private static Document hangUp(Channel channel) {
        var unused = channel.close();
        return Answers.ok();
    }

    private Document answer(Channel channel, String database, String command, Document query) {
        if (command.equalsIgnoreCase("hello") || command.equalsIgnoreCase("isMaster"))
            return primary(super.handleCommand(channel, database, "isMaster", query));
        if (command.equals("endSessions")) return Answers.ok();
        if (Transactions.isIn(query)) return transactions.handle(channel, database, command, query);
        if (!isRepeatable(command, query)) return doIt(channel, database, command, query);
        Object session = Objects.requireNonNull(query.get("lsid"));
        Object number = Objects.requireNonNull(query.get("txnNumber"));
        Answered last = lastWrites.get(session);
        if (last != null && last.number.equals(number)) return copy(last.answer);
        Document answer = doIt(channel, database, command, query);
        lastWrites.put(session, new Answered(number, copy(answer)));
        return answer;
    }

    private static boolean isRepeatable(String command, Document query) {
        return WRITES.contains(command) && query.containsKey("txnNumber") && !Transactions.isIn(query);
    }

    private Document doIt(Channel channel, String database, String command, Document query) {
        Document plain = new Document();
        query.forEach((name, value) -> {
            if (!OF_SESSIONS.contains(name)) plain.put(name, value);
        });
        return super.handleCommand(channel, database, command, plain);
    }

    private Document primary(Document hello) {
        return hello.append("isWritablePrimary", true)
                .append("secondary", false)
                .append("setName", NAME)
                .append("setVersion", 1)
                .append("hosts", List.of(address))
                .append("primary", address)
                .append("me", address)
                .append("logicalSessionTimeoutMinutes", 30);
    }
}
