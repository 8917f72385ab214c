package dev.redrive.jdbc.book;

import dev.redrive.jdbc.letters.LegalHoldTable;
import dev.redrive.jdbc.sql.Transactions;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterId;
import dev.redrive.store.holds.HoldSubject;
import dev.redrive.store.holds.LegalHold;
import dev.redrive.store.holds.LegalHolds;
import java.util.List;
import java.util.Optional;

/** Legal holds in the database of the letters. */
public final class JdbcLegalHolds implements LegalHolds {
    private final Transactions transactions;

    public JdbcLegalHolds(Transactions transactions) {
        this.transactions = transactions;
    }

    @Override
    public LegalHold place(LegalHold hold) {
        return transactions.transaction(sql -> LegalHoldTable.place(sql, hold));
    }

    @Override
    public Optional<LegalHold> lift(HoldSubject subject) {
        return transactions.transaction(sql -> LegalHoldTable.lift(sql, subject));
    }

    @Override
    public List<LegalHold> list() {
        return transactions.read(LegalHoldTable::list);
    }

    @Override
    public Optional<LegalHold> on(LetterId id, String channel, CauseId cause, CauseId lastCause) {
        return transactions.read(sql -> LegalHoldTable.on(sql, id.value(), channel, cause.value(), lastCause.value()));
    }
}
