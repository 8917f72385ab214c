package dev.redrive.letter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.SettableClock;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class LetterIdsTest {
    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);

    private List<LetterId> next(int count) {
        List<LetterId> made = new ArrayList<>();
        for (int i = 0; i < count; i++) made.add(ids.next());
        return made;
    }

    @Test
    void ids_grow_while_the_clock_stands() {
        List<LetterId> made = next(20_000);

        assertThat(made).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void ids_grow_when_the_clock_goes_back_by_an_hour() {
        List<LetterId> made = next(1000);
        clock.forward(Duration.ofHours(-1));
        made.addAll(next(1000));
        clock.forward(Duration.ofHours(2));
        made.addAll(next(1000));

        assertThat(made).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void the_time_of_an_id_is_the_clocks_millisecond() {
        SettableClock precise = new SettableClock(Instant.parse("2026-03-02T10:00:00.123456789Z"));

        LetterId id = new LetterIds(precise).next();

        assertThat(id.createdAt()).isEqualTo(Instant.parse("2026-03-02T10:00:00.123Z"));
        assertThat(id.value().version()).isEqualTo(7);
    }

    @Test
    void the_order_of_ids_is_the_order_of_their_bytes() {
        List<LetterId> byId = new ArrayList<>(List.of(
                new LetterId(new UUID(0x8000_0000_0000_7000L, 1)),
                new LetterId(new UUID(0x7fff_0000_0000_7000L, 1)),
                new LetterId(new UUID(0x7fff_0000_0000_7000L, 0x8000_0000_0000_0000L)),
                new LetterId(new UUID(0x7fff_0000_0000_7000L, 0x7fff_0000_0000_0000L)),
                new LetterId(new UUID(0, 0))));
        List<LetterId> byBytes = new ArrayList<>(byId);

        byId.sort(null);
        byBytes.sort((a, b) -> Arrays.compareUnsigned(bytes(a), bytes(b)));

        assertThat(byId).isEqualTo(byBytes);
    }

    private static byte[] bytes(LetterId id) {
        return ByteBuffer.allocate(16)
                .putLong(id.value().getMostSignificantBits())
                .putLong(id.value().getLeastSignificantBits())
                .array();
    }

    @Test
    void no_id_of_a_time_is_before_the_first_id_of_that_time() {
        LetterId id = ids.next();

        assertThat(LetterId.firstAt(clock.instant())).isLessThanOrEqualTo(id);
        assertThat(LetterId.firstAt(clock.instant().plusMillis(1))).isGreaterThan(id);
    }

    @Test
    void an_id_is_read_back_from_its_text() {
        LetterId id = ids.next();

        assertThat(LetterId.of(id.toString())).isEqualTo(id);
    }
}
