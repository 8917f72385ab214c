package dev.redrive.server.letters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import dev.redrive.store.questions.Total;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The words for how many letters match. */
class LettersViewTest {
    private static final Caller CALLER = new Caller("ann", Role.ADMIN, "127.0.0.1", List.of());

    private static LettersView view(Total total, boolean isComplete) {
        return new LettersView(
                List.of(),
                total,
                new SearchReach(isComplete, 54_000, Optional.empty()),
                Optional.empty(),
                true,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Set.of(),
                LettersView.Order.NEWEST,
                true,
                Map.of(),
                "",
                Optional.empty(),
                "ORD-1",
                "{}",
                ViewPicker.of(List.of(), ListAddress.of(Map.of()), CALLER),
                Optional.empty(),
                Optional.empty(),
                "/letters",
                Optional.empty());
    }

    @Test
    void a_search_that_goes_on_says_what_it_found_so_far_and_never_more_than_that() {
        LettersView nothing = view(Total.atLeast(0), false);
        LettersView some = view(Total.atLeast(7), false);

        assertThat(nothing.count() + " " + nothing.countedAs())
                .endsWith("letters found so far")
                .doesNotContain("more than");
        assertThat(some.count() + " " + some.countedAs()).isEqualTo("7 letters found so far");
        assertThat(some.all()).isEqualTo("that match");
    }

    @Test
    void a_count_that_stopped_says_that_there_are_more() {
        LettersView counted = view(Total.exactly(1), true);
        LettersView stopped = view(Total.atLeast(100), true);

        assertThat(counted.all() + " " + counted.countedAs()).isEqualTo("1 letter matches");
        assertThat(stopped.all()).isEqualTo("more than 100 letters");
    }
}
