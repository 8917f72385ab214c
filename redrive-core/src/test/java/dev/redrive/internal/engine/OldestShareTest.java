package dev.redrive.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OldestShareTest {
    private final OldestShare share = new OldestShare();

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 7, 9, 10, 16, 250})
    void one_in_ten_of_what_was_claimed_is_the_oldest(int limit) {
        int oldest = 0;
        for (int i = 0; i < 1000; i++) {
            oldest += share.of(limit);
            share.claimed(limit, limit);
        }

        assertThat(oldest).isEqualTo(100 * limit);
    }

    @Test
    void claims_that_brought_nothing_do_not_count() {
        int oldest = 0;
        for (int i = 0; i < 100; i++) {
            share.claimed(0, 9);
            oldest += share.of(1);
            share.claimed(1, 1);
        }

        assertThat(oldest).isEqualTo(10);
    }
}
