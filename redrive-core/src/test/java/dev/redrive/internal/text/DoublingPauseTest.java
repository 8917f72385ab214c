package dev.redrive.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DoublingPauseTest {
    private final DoublingPause pause = new DoublingPause(Duration.ofSeconds(1), Duration.ofSeconds(3));

    @Test
    void it_doubles_up_to_its_limit_and_starts_again() {
        assertThat(pause.next()).hasSeconds(1);
        assertThat(pause.next()).hasSeconds(2);
        assertThat(pause.next()).hasSeconds(3);
        assertThat(pause.next()).hasSeconds(3);

        pause.reset();

        assertThat(pause.next()).hasSeconds(1);
    }
}
