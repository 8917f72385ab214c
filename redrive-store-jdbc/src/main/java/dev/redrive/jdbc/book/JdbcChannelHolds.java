package dev.redrive.jdbc.book;

import dev.redrive.internal.text.CleanText;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.jdbc.sql.Transactions;
import dev.redrive.store.StoreException;
import dev.redrive.store.channels.ChannelHold;
import dev.redrive.store.channels.ChannelHolds;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The held channels in the database of the letters. */
public final class JdbcChannelHolds implements ChannelHolds {
    private static final String FIND = "SELECT channel, held_by, reason, since FROM dlq_channel_hold WHERE channel = ?";
    /** Those that are placed at the same moment may be a few more than the most together. */
    private static final String HOLD = """
            INSERT INTO dlq_channel_hold (channel, held_by, reason, since) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING""";

    private static final String RELEASE = """
            DELETE FROM dlq_channel_hold WHERE channel = ? RETURNING channel, held_by, reason, since""";
    private static final String LIST = "SELECT channel, held_by, reason, since FROM dlq_channel_hold ORDER BY channel";

    private final Transactions transactions;

    public JdbcChannelHolds(Transactions transactions) {
        this.transactions = transactions;
    }

    @Override
    public ChannelHold hold(ChannelHold hold) {
        // Another node may release the channel between the two statements: then it is held again.
        Optional<ChannelHold> held = Optional.empty();
        while (held.isEmpty()) held = transactions.transaction(sql -> heldNow(sql, hold));
        return held.get();
    }

    private static Optional<ChannelHold> heldNow(Sql sql, ChannelHold hold) throws SQLException {
        Optional<ChannelHold> there = find(sql, hold.channel());
        if (there.isPresent()) return there;
        if (count(sql) >= MOST)
            throw new StoreException(MOST + " channels are held already; release some before you hold another one");
        sql.update(HOLD, out -> {
            out.text(hold.channel());
            out.text(hold.by());
            out.text(hold.reason());
            out.int8(hold.since().toEpochMilli());
        });
        return find(sql, hold.channel());
    }

    private static Optional<ChannelHold> find(Sql sql, String channel) throws SQLException {
        return sql.first(FIND, in -> in.text(channel), JdbcChannelHolds::read);
    }

    private static int count(Sql sql) throws SQLException {
        return sql.first("SELECT COUNT(*) FROM dlq_channel_hold", in -> {}, Columns::number)
                .orElseThrow();
    }

    @Override
    public Optional<ChannelHold> release(String channel) {
        return transactions.transaction(
                sql -> sql.first(RELEASE, in -> in.text(CleanText.text(channel)), JdbcChannelHolds::read));
    }

    @Override
    public List<ChannelHold> list() {
        return transactions.read(sql -> sql.query(LIST, in -> {}, JdbcChannelHolds::read));
    }

    private static ChannelHold read(Columns row) throws SQLException {
        return new ChannelHold(row.text(), row.text(), row.textOrNull(), row.time());
    }
}
