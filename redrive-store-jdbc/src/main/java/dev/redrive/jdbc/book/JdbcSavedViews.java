package dev.redrive.jdbc.book;

import dev.redrive.internal.text.CleanText;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.jdbc.sql.Transactions;
import dev.redrive.store.StoreException;
import dev.redrive.store.views.SavedView;
import dev.redrive.store.views.SavedViews;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The saved views in the database of the letters. */
public final class JdbcSavedViews implements SavedViews {
    /** In the column for the owner. */
    private static final String SHARED = "";

    private static final String FIND = """
            SELECT name, owner, query, saved_by, saved_at FROM dlq_saved_view WHERE owner = ? AND name = ?""";
    private static final String COUNT = "SELECT COUNT(*) FROM dlq_saved_view WHERE owner = ?";
    /** Those that are saved at the same moment may be a few more than the most together. */
    private static final String SAVE = """
            INSERT INTO dlq_saved_view (name, owner, query, saved_by, saved_at) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (owner, name) DO UPDATE
            SET query = excluded.query, saved_by = excluded.saved_by, saved_at = excluded.saved_at""";

    private static final String DELETE = """
            DELETE FROM dlq_saved_view WHERE owner = ? AND name = ? RETURNING name, owner, query, saved_by, saved_at""";
    private static final String LIST = """
            SELECT name, owner, query, saved_by, saved_at FROM dlq_saved_view WHERE owner IN (?, ?)
            ORDER BY owner, name""";

    private static final String ALL =
            "SELECT name, owner, query, saved_by, saved_at FROM dlq_saved_view ORDER BY owner, name";

    private final Transactions transactions;

    public JdbcSavedViews(Transactions transactions) {
        this.transactions = transactions;
    }

    @Override
    public Optional<SavedView> save(SavedView view) {
        return transactions.transaction(sql -> {
            Optional<SavedView> former = sql.first(
                    FIND,
                    in -> {
                        in.text(column(view.owner()));
                        in.text(view.name());
                    },
                    JdbcSavedViews::read);
            if (former.isEmpty() && count(sql, view.owner()) >= MOST)
                throw new StoreException(
                        "there are " + MOST + " saved views already; delete some before you save another one");
            sql.update(SAVE, out -> {
                out.text(view.name());
                out.text(column(view.owner()));
                out.text(view.query());
                out.text(view.by());
                out.int8(view.savedAt().toEpochMilli());
            });
            return former;
        });
    }

    private static int count(Sql sql, @Nullable String owner) throws SQLException {
        return sql.first(COUNT, in -> in.text(column(owner)), Columns::number).orElseThrow();
    }

    @Override
    public Optional<SavedView> delete(@Nullable String owner, String name) {
        return transactions.transaction(sql -> sql.first(
                DELETE,
                in -> {
                    in.text(column(owner));
                    in.text(CleanText.text(name));
                },
                JdbcSavedViews::read));
    }

    @Override
    public List<SavedView> list(String owner) {
        return transactions.read(sql -> sql.query(
                LIST,
                in -> {
                    in.text(SHARED);
                    in.text(column(owner));
                },
                JdbcSavedViews::read));
    }

    @Override
    public List<SavedView> all() {
        return transactions.read(sql -> sql.query(ALL, in -> {}, JdbcSavedViews::read));
    }

    private static String column(@Nullable String owner) {
        return owner == null ? SHARED : CleanText.text(owner);
    }

    private static SavedView read(Columns row) throws SQLException {
        String name = row.text();
        String owner = row.text();
        return new SavedView(name, owner.equals(SHARED) ? null : owner, row.text(), row.text(), row.time());
    }
}
