package dev.redrive.server.payload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Words within a payload. */
class PayloadSearchTest {
    @Test
    void places_have_a_line_a_column_and_what_stands_around_them() {
        PayloadSearch found = PayloadSearch.in("{\n  \"order\": 7,\n  \"Order\": 8\n}", "order");

        assertThat(found.count()).isEqualTo(2);
        assertThat(found.places()).extracting(PayloadSearch.Place::line).containsExactly(2, 3);
        assertThat(found.places()).extracting(PayloadSearch.Place::column).containsExactly(4, 4);
        assertThat(found.places()).extracting(PayloadSearch.Place::match).containsExactly("order", "Order");
        assertThat(found.places().get(0).after()).startsWith("\": 7,");
    }

    @Test
    void what_is_typed_is_no_pattern() {
        assertThat(PayloadSearch.in("a.c abc", "a.c").count()).isEqualTo(1);
        assertThat(PayloadSearch.in("(((", "(").count()).isEqualTo(3);
    }

    @Test
    void counting_ends_somewhere() {
        PayloadSearch found = PayloadSearch.in("x".repeat(5_000_000), "x");

        assertThat(found.count()).isEqualTo(PayloadSearch.MOST);
        assertThat(found.isLowerBound()).isTrue();
        assertThat(found.places()).hasSize(50);
    }
}
