package dev.redrive.testmongo;

import de.bwaldvogel.mongo.bson.Document;
import io.netty.channel.Channel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Keeps the inserts of a transaction back until it is committed, and then does all of them or none. An insert of what is there already
 * ends the transaction. Other commands than inserts are refused; none of ours are in a transaction.
 */
final class Transactions {
    private static final String TRANSIENT = "TransientTransactionError";
    private static final int NO_SUCH_TRANSACTION = 251;
    private static final int WRITE_CONFLICT = 112;
    private static final int NOT_IN_A_TRANSACTION = 263;

    /** Does a command at once. */
    interface Server {
        Document handle(Channel channel, String database, Document command);
    }

    private record Insert(String database, Document command) {
        List<Object> ids() {
            List<Object> ids = new ArrayList<>();
            for (Object document : (Iterable<?>) Objects.requireNonNull(command.get("documents")))
                ids.add(((Document) document).get("_id"));
            return ids;
        }
    }

    private static final class Transaction {
        final Object number;
        final List<Insert> inserts = new ArrayList<>();
        boolean isCommitted;

        Transaction(Object number) {
            this.number = number;
        }
    }

    private final Server server;
    /** The last one of each session. */
    private final Map<Object, Transaction> bySession = new HashMap<>();

    Transactions(Server server) {
        this.server = server;
    }

    static boolean isIn(Document query) {
        return Boolean.FALSE.equals(query.get("autocommit"));
    }

    Document handle(Channel channel, String database, String command, Document query) {
        Object session = Objects.requireNonNull(query.get("lsid"));
        Object number = Objects.requireNonNull(query.get("txnNumber"));
        if (Boolean.TRUE.equals(query.get("startTransaction"))) bySession.put(session, new Transaction(number));
        Transaction transaction = bySession.get(session);
        if (transaction == null || !transaction.number.equals(number))
            return Answers.error(NO_SUCH_TRANSACTION, "NoSuchTransaction", List.of(TRANSIENT));
        Document answer =
                switch (command) {
                    case "insert" -> insert(channel, new Insert(database, query), transaction);
                    case "commitTransaction" -> commit(channel, transaction);
                    case "abortTransaction" -> Answers.ok();
                    default -> Answers.error(NOT_IN_A_TRANSACTION, "OperationNotSupportedInTransaction", List.of());
                };
        if (command.equals("abortTransaction") || !isDone(answer)) bySession.remove(session);
        return answer;
    }

    /** Tries it, and takes it back before anybody sees it: commands are handled one at a time. */
    private Document insert(Channel channel, Insert insert, Transaction transaction) {
        transaction.inserts.add(insert);
        Document answer = insertAll(channel, transaction.inserts);
        if (isDone(answer)) takeBack(channel, transaction.inserts);
        return answer;
    }

    private Document commit(Channel channel, Transaction transaction) {
        if (!transaction.isCommitted && !isDone(insertAll(channel, transaction.inserts)))
            return Answers.error(WRITE_CONFLICT, "WriteConflict", List.of(TRANSIENT));
        transaction.isCommitted = true;
        return Answers.ok();
    }

    /** All or none; returns the answer to the last one that was tried. */
    private Document insertAll(Channel channel, List<Insert> inserts) {
        Document answer = Answers.ok();
        for (int i = 0; i < inserts.size(); i++) {
            Insert insert = inserts.get(i);
            answer = server.handle(channel, insert.database, OneAtATime.copy(insert.command));
            if (isDone(answer)) continue;
            takeBack(channel, inserts.subList(0, i));
            takeBack(channel, insert, insert.ids().subList(0, firstError(answer)));
            break;
        }
        return answer;
    }

    private void takeBack(Channel channel, List<Insert> inserts) {
        inserts.forEach(insert -> takeBack(channel, insert, insert.ids()));
    }

    private void takeBack(Channel channel, Insert insert, List<Object> ids) {
        Document those = new Document("q", new Document("_id", new Document("$in", ids))).append("limit", 0);
        server.handle(
                channel,
                insert.database,
                new Document("delete", insert.command.get("insert")).append("deletes", List.of(those)));
    }

    /** The server says in {@code n} that all of them are inserted, whether they are or not. */
    private static int firstError(Document answer) {
        if (!(answer.get("writeErrors") instanceof List<?> errors)) return 0;
        return (int) Objects.requireNonNull(((Document) errors.get(0)).get("index"));
    }

    private static boolean isDone(Document answer) {
        return ((Number) answer.getOrDefault("ok", 0)).intValue() == 1 && !answer.containsKey("writeErrors");
    }
}
