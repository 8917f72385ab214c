package dev.redrive.jdbc.letters;

import dev.redrive.cause.CauseState;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.CauseId;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Changes of what people decided about causes. */
public final class CauseTables {
    private CauseTables() {}

    public static boolean set(Sql sql, CauseId id, CauseState state, @Nullable String by) throws SQLException {
        return sql.update("UPDATE dlq_cause SET state = ?, state_by = ? WHERE id = ?", in -> {
                    in.int2(state.ordinal());
                    in.text(by);
                    in.id(id.value());
                })
                == 1;
    }
}
