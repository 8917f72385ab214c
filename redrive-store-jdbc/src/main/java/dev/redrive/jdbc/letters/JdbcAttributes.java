package dev.redrive.jdbc.letters;

import dev.redrive.jdbc.rows.AttributeRow;
import dev.redrive.jdbc.rows.KeptPaths;
import dev.redrive.jdbc.sql.AdvisoryLock;
import dev.redrive.jdbc.sql.ColumnCodec;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Condition;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.jdbc.sql.SqlDialect;
import dev.redrive.jdbc.sql.Transactions;
import dev.redrive.letter.Message;
import dev.redrive.store.attributes.AttributeIndex;
import dev.redrive.store.attributes.AttributeProgress;
import dev.redrive.store.attributes.SearchPaths;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Keeps the attributes of letters, the same on both databases. */
public final class JdbcAttributes implements AttributeIndex {
    /** Payloads of one page that are in memory at once. */
    private static final long MOST_BYTES = 8L * 1024 * 1024;

    /** Of so many letters at least, and of this part of all, the values are kept by one id of a path. */
    private static final int LETTERS_AN_ID = 5_000;

    private static final int IDS = 64;
    /** Ids by which a process that has not learned of newer ones may still write. */
    private static final int IDS_IN_USE = 8;

    private static final String PATH = "INSERT INTO dlq_search_path (id, name, path) VALUES (?, ?, ?)";
    private static final String UNUSED = """
            DELETE FROM dlq_search_path WHERE id < ?
                AND NOT EXISTS (SELECT 1 FROM dlq_attribute a WHERE a.path = dlq_search_path.id)""";

    private final Transactions database;
    private final Transactions.Work<Instant> now;
    private final LongSupplier letters;
    /** How many letters this process has written with attributes since the paths have their newest ids. */
    private final AtomicLong written = new AtomicLong();

    private volatile KeptPaths kept;

    /** With the time by which the database goes, and how many letters there are. */
    public JdbcAttributes(Transactions database, Transactions.Work<Instant> now, LongSupplier letters) {
        this.database = database;
        this.now = now;
        this.letters = letters;
        this.kept = database.read(AttributeTable::kept);
    }

    /** As far as this process knows them, for so many letters that it captures. */
    public KeptPaths forCaptured(int letters) {
        written.addAndGet(letters);
        return kept;
    }

    @Override
    public SearchPaths paths() {
        return kept.paths();
    }

    // Choosing

    @Override
    public void keep(SearchPaths paths) {
        long all = letters.getAsLong();
        kept = database.transaction(sql -> keep(sql, paths, all));
    }

    private KeptPaths keep(Sql sql, SearchPaths paths, long all) throws SQLException {
        if (sql.dialect() == SqlDialect.POSTGRESQL) AdvisoryLock.SEARCH_PATHS.take(sql);
        KeptPaths before = AttributeTable.kept(sql);
        if (before.paths().equals(paths)) return before;
        int next = SearchState.read(sql).nextPath();
        Map<String, String> known = before.paths().byName();
        for (String name : known.keySet())
            if (!Objects.equals(known.get(name), paths.byName().get(name)))
                sql.update("DELETE FROM dlq_search_path WHERE name = ?", in -> in.text(name));
        SortedMap<String, String> added = new TreeMap<>(paths.byName());
        added.entrySet().removeAll(known.entrySet());
        next = insert(sql, added, next);
        new SearchState(now.run(sql), next, all, 0, null, false).write(sql);
        return AttributeTable.kept(sql);
    }

    /** Each with the next free id; returns the one after the last. */
    private static int insert(Sql sql, SortedMap<String, String> paths, int from) throws SQLException {
        record Row(int id, String name, String path) {}
        List<Row> rows = new ArrayList<>();
        paths.forEach((name, path) -> rows.add(new Row(from + rows.size(), name, path)));
        sql.batch(PATH, rows, (row, out) -> {
            out.int4(row.id());
            out.text(row.name());
            out.text(row.path());
        });
        return from + rows.size();
    }

    /**
     * Gives the paths other ids when the values of enough letters are kept by those that they have: values come in no order, and in
     * one large index each would change a page of its own. Forgets ids by which nothing is kept any more.
     */
    private void renewIds() {
        if (kept.paths().isEmpty() || written.get() < Math.max(LETTERS_AN_ID, letters.getAsLong() / IDS)) return;
        kept = database.transaction(this::renewIds);
        written.set(0);
    }

    private KeptPaths renewIds(Sql sql) throws SQLException {
        if (sql.dialect() == SqlDialect.POSTGRESQL) AdvisoryLock.SEARCH_PATHS.take(sql);
        KeptPaths now = AttributeTable.kept(sql);
        if (!now.equals(kept)) return now;
        SearchState state = SearchState.read(sql);
        state.withNextPath(insert(sql, now.paths().byName(), state.nextPath())).write(sql);
        int inUse = state.nextPath() - IDS_IN_USE * now.ids().size();
        sql.update(UNUSED, in -> in.int4(inUse));
        return AttributeTable.kept(sql);
    }

    @Override
    public AttributeProgress progress() {
        long all = letters.getAsLong();
        return database.read(sql -> new AttributeProgress(
                AttributeTable.kept(sql).paths(), all, SearchState.read(sql).searchable(all)));
    }

    // Letters that were there before

    @Override
    public boolean extract(int atMost) {
        boolean goesOn = database.read(sql -> {
            kept = AttributeTable.kept(sql);
            return SearchState.read(sql).mayGoOn(now.run(sql));
        });
        renewIds();
        return goesOn && database.transaction(sql -> extract(sql, atMost));
    }

    /** One process at a time. */
    private boolean extract(Sql sql, int atMost) throws SQLException {
        if (sql.dialect() == SqlDialect.POSTGRESQL && !AdvisoryLock.SEARCH_PATHS.takeIfFree(sql)) return false;
        SearchState state = SearchState.read(sql);
        if (!state.mayGoOn(now.run(sql))) return false;
        List<UUID> page = page(sql, state, atMost);
        if (page.isEmpty()) {
            state.ended().write(sql);
            return false;
        }
        if (!extract(sql, page)) return false;
        written.addAndGet(page.size());
        state.after(page.get(page.size() - 1), page.size()).write(sql);
        return true;
    }

    /** The next letters, the newest first, and no more than fit into memory, but at least one. */
    private static List<UUID> page(Sql sql, SearchState state, int atMost) throws SQLException {
        record Sized(UUID id, int bytes) {}
        UUID before = state.before();
        Condition older = before == null ? Condition.TRUE : Condition.of(" WHERE id < ?", before);
        List<Sized> found = sql.query(
                "SELECT id, payload_size FROM dlq_letter" + older.sql() + " ORDER BY id DESC LIMIT " + atMost,
                older::bind,
                row -> new Sized(row.id(), row.number()));
        List<UUID> page = new ArrayList<>();
        long bytes = 0;
        for (Sized letter : found) {
            bytes += letter.bytes();
            if (bytes > MOST_BYTES && !page.isEmpty()) return page;
            page.add(letter.id());
        }
        return page;
    }

    /**
     * Locks the letters, because one that is edited or erased meanwhile must not get back what it had before. False when another
     * transaction changes one of them right now, and it has to be tried again.
     */
    private static boolean extract(Sql sql, List<UUID> page) throws SQLException {
        Condition these = Condition.in("id", page);
        KeptPaths paths = AttributeTable.kept(sql);
        List<AttributeTable.Found> found = sql.query(
                "SELECT id, payload, payload_form, payload_size, headers, attributes FROM dlq_letter WHERE "
                        + these.sql()
                        + (sql.dialect() == SqlDialect.POSTGRESQL ? " FOR SHARE SKIP LOCKED" : ""),
                these::bind,
                row -> {
                    UUID id = row.id();
                    List<AttributeRow> now = paths.rows(id, content(row));
                    return new AttributeTable.Found(id, AttributeRow.unpack(id, row.bytesOrNull()), now);
                });
        if (found.size() < page.size() && found.size() < there(sql, these)) return false;
        AttributeTable.replace(sql, found);
        return true;
    }

    private static Message content(Columns row) throws SQLException {
        return Message.of(ColumnCodec.unpack(row.bytesOrNull(), row.number(), row.number()))
                .with(ColumnCodec.headers(row.bytesOrNull()));
    }

    private static long there(Sql sql, Condition these) throws SQLException {
        return sql.first("SELECT COUNT(*) FROM dlq_letter WHERE " + these.sql(), these::bind, Columns::big)
                .orElse(0L);
    }
}
