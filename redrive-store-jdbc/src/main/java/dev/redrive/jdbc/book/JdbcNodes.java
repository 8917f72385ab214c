package dev.redrive.jdbc.book;

import dev.redrive.internal.text.CleanText;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Transactions;
import dev.redrive.json.Json;
import dev.redrive.store.nodes.Node;
import dev.redrive.store.nodes.Nodes;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** The nodes of a store in the database of the letters. */
public final class JdbcNodes implements Nodes {
    private static final String SEEN = """
            INSERT INTO dlq_node (name, version, address, started_at, seen_at, work) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (name) DO UPDATE
            SET version = excluded.version, address = excluded.address, started_at = excluded.started_at,
                seen_at = excluded.seen_at, work = excluded.work""";
    private static final String LIST =
            "SELECT name, version, address, started_at, seen_at, work FROM dlq_node ORDER BY name";

    private final Transactions transactions;

    public JdbcNodes(Transactions transactions) {
        this.transactions = transactions;
    }

    @Override
    public void seen(Node node) {
        var unused = transactions.transaction(sql -> sql.update(SEEN, out -> {
            out.text(node.name());
            out.text(node.version());
            out.text(node.address());
            out.int8(node.startedAt().toEpochMilli());
            out.int8(node.seenAt().toEpochMilli());
            out.text(node.work().text());
        }));
    }

    @Override
    public List<Node> list() {
        return transactions.read(sql -> sql.query(LIST, in -> {}, JdbcNodes::read));
    }

    @Override
    public void remove(String name) {
        var unused = transactions.transaction(
                sql -> sql.update("DELETE FROM dlq_node WHERE name = ?", in -> in.text(CleanText.text(name))));
    }

    @Override
    public int forget(Instant seenBefore) {
        return transactions.transaction(
                sql -> sql.update("DELETE FROM dlq_node WHERE seen_at < ?", in -> in.int8(seenBefore.toEpochMilli())));
    }

    private static Node read(Columns row) throws SQLException {
        return new Node(row.text(), row.text(), row.text(), row.time(), row.time(), Json.of(row.text()));
    }
}
