package dev.redrive.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.letter.Payload;
import java.util.List;
import org.junit.jupiter.api.Test;

class ErasedKeysTest {
    private final ErasedKeys keys = new ErasedKeys();

    private void add(int from, int end) {
        for (int i = from; i < end; i++) keys.add(Payload.of("customer-" + i));
    }

    @Test
    void keys_are_taken_once() {
        add(0, 2);
        add(0, 2);

        assertThat(keys.take().orElseThrow())
                .containsExactlyInAnyOrder(Payload.of("customer-0"), Payload.of("customer-1"));
        assertThat(keys.take()).contains(List.of());
    }

    @Test
    void of_too_many_keys_none_is_remembered_but_that_there_were() {
        add(0, ErasedKeys.MOST);
        assertThat(keys.size()).isEqualTo(ErasedKeys.MOST);

        for (int i = ErasedKeys.MOST; i < 10 * ErasedKeys.MOST; i++) {
            add(i, i + 1);
            assertThat(keys.size()).isZero();
        }

        assertThat(keys.take()).isEmpty();
        assertThat(keys.take()).contains(List.of());
    }
}
