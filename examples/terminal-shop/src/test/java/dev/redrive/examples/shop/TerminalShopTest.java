package dev.redrive.examples.shop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.letter.Category;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.StatusCounts;
import dev.redrive.letter.Summary;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TerminalShopTest {
    private final List<String> printed = new ArrayList<>();
    private TerminalShop shop;

    @BeforeEach
    void openShop(@TempDir Path folder) {
        shop = new TerminalShop(folder.resolve("shop.db"), printed::add);
    }

    @AfterEach
    void closeShop() {
        shop.close();
    }

    @Test
    void a_shop_in_order_keeps_no_letters() {
        shop.sell(1, "EUR");
        shop.moveStock("MUG", 1);

        assertThat(counts().total()).isZero();
        assertThat(shop.stockMovements).containsExactly("MUG 1");
    }

    @Test
    void letters_of_an_outage_are_delivered_after_it_and_stock_keeps_its_order() throws Exception {
        shop.outage();

        assertThat(shop.stockMovements).containsExactly("TEA-100 1", "TEA-100 2", "TEA-100 3");
        assertThat(resolved(TerminalShop.PAYMENTS)).isEqualTo(3);
        assertThat(resolved(TerminalShop.STOCK)).isEqualTo(3);
        assertThat(printed)
                .anyMatch(line -> line.startsWith("3 letters wait because of ConnectException")
                        && line.contains("payments.example"))
                .anyMatch(line -> line.startsWith("3 letters wait because of ConnectException")
                        && line.contains("stock.example"));
    }

    @Test
    void a_stock_movement_waits_behind_an_earlier_one_of_the_same_article() {
        shop.isNetworkUp = false;
        shop.moveStock("TEA-100", 1);
        shop.moveStock("TEA-100", 2);
        shop.moveStock("MUG", 3);

        List<Summary> newestFirst =
                shop.redrive.letters().search(Query.newest(Filter.all(), 3)).items();

        assertThat(newestFirst)
                .extracting(this::blockedBy)
                .containsExactly(
                        Optional.empty(), Optional.of(newestFirst.get(2).id()), Optional.empty());
    }

    private Optional<LetterId> blockedBy(Summary letter) {
        return shop.redrive.letters().find(letter.id()).orElseThrow().blockedBy();
    }

    @Test
    void an_unknown_currency_fails_without_retries_because_of_the_rule() {
        shop.sell(1, "CHF");

        assertThat(shop.redrive.letters().tallies().byCategory()).containsOnlyKeys(Category.VALIDATION);
        assertThat(counts().of(LetterStatus.FAILED)).isEqualTo(1);
    }

    @Test
    void invoices_go_back_by_hand_and_by_a_replay_once_the_bug_is_fixed() throws Exception {
        shop.bug();

        assertThat(resolved(TerminalShop.INVOICES)).isEqualTo(5);
        assertThat(counts().open()).isZero();
        assertThat(printed)
                .contains("invoice-8 failed: no exchange rate for order 8 in CHF")
                .contains("1 invoice retried by hand, 4 replayed");
    }

    private long resolved(String channel) {
        Filter filter =
                Filter.builder().channel(channel).status(LetterStatus.RESOLVED).build();
        return shop.redrive.letters().count(filter).count();
    }

    private StatusCounts counts() {
        return shop.redrive.letters().tallies().byStatus();
    }
}
