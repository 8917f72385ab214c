package dev.redrive.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.contract.ImportContract;
import dev.redrive.jdbc.PostgresStores;
import dev.redrive.letter.LetterId;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.StoreException;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

class PostgresImportTest extends ImportContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return PostgresStores.emptyStore(time);
    }

    @Test
    void a_letter_that_cannot_be_stored_takes_its_batch_with_it() {
        LetterId good = thereIs(aLetter());
        LetterId bad = thereIs(aLetter().tagged("no database holds \0"));

        assertThatThrownBy(() -> store.importAll(List.of(imported(good, null), imported(bad, null))))
                .isInstanceOf(StoreException.class);

        assertThat(store.find(good)).isEmpty();
        assertThat(store.tallies().byStatus().total()).isZero();
    }
}
