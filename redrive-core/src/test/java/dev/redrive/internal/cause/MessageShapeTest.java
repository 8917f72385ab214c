package dev.redrive.internal.cause;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessageShapeTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
        Read timed out after 5000 ms                        | Read timed out after <n> ms
        Read timed out after 5000ms (12.5%)                 | Read timed out after <n>ms (<n>%)
        balance -12.50 is below 1,234.00                    | balance <n> is below <n>
        order 9f1c2d3e-aaaa-4bbb-8ccc-0123456789ab is gone  | order <uuid> is gone
        order-4711 of customer A17                          | order-<n> of customer A<n>
        Connection to 10.0.0.12:5432 refused                | Connection to <ip>:<n> refused
        db.internal:5432 refused                            | db.internal:<n> refused
        no route to fe80::1ff:fe23:4567:890a                | no route to <ip>
        [::1] is closed                                     | [<ip>] is closed
        no user jane.doe+x@mail.example.com.                | no user <email>.
        GET https://api.acme.com/orders/17?x=1 failed       | GET <url> failed
        at 2026-01-31T12:30:45.123Z it broke                | at <date> it broke
        at 2026-01-31 12:30:45,123 it broke                 | at <date> it broke
        at 31.01.2026, 12:30                                | at <date>, <date>
        No enum constant 'BLUE' or "RED" or `GREEN`         | No enum constant <value> or <value> or <value>
        can't read it, don't ask                            | can't read it, don't ask
        com.acme.Order@1b2c and com.acme.Order@77           | com.acme.Order@<id> and com.acme.Order@<id>
        commit deadbeef01 at 0x7fff                         | commit <id> at <id>
        key eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9 refused    | key <id> refused
        token dGhpcyBpcyBhIHRlc3Q/MTIzNDU2Nzg5MA==          | token <id>
        pod payments-7d9f8b6c5-x2x4z died                   | pod payments-<id>-<id> died
        file /srv/app/InvoiceService/handler.yaml           | file /srv/app/InvoiceService/handler.yaml
        std::vector of Foo::bad                             | std::vector of Foo::bad
        status=503 retry=3                                  | status=<n> retry=<n>
        Größe 12 €, naïve                                   | Größe <n> €, naïve
        """)
    void what_changes_from_letter_to_letter_is_replaced(String message, String shape) {
        assertThat(MessageShape.of(message)).isEqualTo(shape);
    }

    @Test
    void the_shape_of_a_shape_is_itself() {
        String shape = MessageShape.of("order 17 of 10.0.0.1 at 2026-01-01 for 'x' and a@b.com timed out");

        assertThat(MessageShape.of(shape)).isEqualTo(shape);
    }

    @Test
    void white_space_is_one_space() {
        assertThat(MessageShape.of("  a \n\t b\r\n")).isEqualTo("a b");
    }

    @Test
    void the_shape_is_cut_to_300_characters_and_never_within_a_pair() {
        assertThat(MessageShape.of("word ".repeat(1000))).hasSizeBetween(299, 300);
        assertThat(MessageShape.of("x" + "\uD83D\uDE00".repeat(1000))).hasSize(299);
    }

    @Test
    void no_text_breaks_the_scanner() {
        Random random = new Random(7);
        String alphabet = "a1F:.,-+@/\\'\"` =()<>\n\0\uD83D\uDE00éxT";

        for (int round = 0; round < 50_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(60); i > 0; i--)
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            assertThat(MessageShape.of(text.toString())).hasSizeLessThanOrEqualTo(300);
        }
    }
}
