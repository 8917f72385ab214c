package dev.redrive.server.letters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.letter.LetterStatus;
import org.junit.jupiter.api.Test;

/** The drawing of the state machine. */
class StateDiagramTest {
    @Test
    void arrows_lead_to_where_a_person_can_bring_the_letter() {
        assertThat(arrows(LetterStatus.FAILED)).isEqualTo(3);
        assertThat(arrows(LetterStatus.RETRYING)).isZero();
        assertThat(arrows(LetterStatus.RESOLVED)).isEqualTo(1);
        assertThat(arrows(LetterStatus.REPLAYED)).isEqualTo(3);
    }

    private static long arrows(LetterStatus here) {
        return StateDiagram.at(here).lines().stream()
                .filter(StateDiagram.Line::possible)
                .count();
    }

    @Test
    void every_status_has_a_box_inside_of_the_drawing_and_one_is_here() {
        for (LetterStatus status : LetterStatus.values()) {
            StateDiagram diagram = StateDiagram.at(status);

            assertThat(diagram.boxes())
                    .hasSize(7)
                    .filteredOn(StateDiagram.Box::here)
                    .singleElement()
                    .extracting(StateDiagram.Box::status)
                    .isEqualTo(status);
            assertThat(diagram.boxes())
                    .allMatch(box -> box.x() + StateDiagram.BOX_WIDTH < StateDiagram.WIDTH
                            && box.y() + StateDiagram.BOX_HEIGHT < StateDiagram.HEIGHT);
        }
    }
}
