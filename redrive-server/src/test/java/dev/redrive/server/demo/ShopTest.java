package dev.redrive.server.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.Letters;
import dev.redrive.Redrive;
import dev.redrive.RedriveBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.engine.RetryResult;
import dev.redrive.letter.Category;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.StatusCounts;
import dev.redrive.letter.Summary;
import dev.redrive.server.pages.SampleSettings;
import dev.redrive.server.stats.TestMinuteCounts;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.questions.CauseQuery;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ShopTest {
    private final SettableClock clock = SettableClock.standing();
    private final Redrive redrive = open();
    private final Letters letters = redrive.letters();
    private final Shop shop = new Shop(redrive, clock);

    private Redrive open() {
        RedriveBuilder builder = Redrive.on(new InMemoryDeadLetterStore(clock));
        DemoPolicies.list().forEach(builder::policy);
        return builder.open();
    }

    @AfterEach
    void close() {
        redrive.close();
    }

    private void sell(int times) {
        for (int i = 0; i < times; i++) {
            shop.sell();
            clock.forward(Duration.ofMillis(1));
        }
    }

    private StatusCounts letters(Part part) {
        return letters.tallies().byChannel().getOrDefault(part.channel(), StatusCounts.none());
    }

    /** By hand, one after the other: nothing is due while the clock stands. */
    private void retryAll(Part part) {
        Filter open = Filter.builder()
                .channel(part.channel())
                .status(LetterStatus.PENDING, LetterStatus.FAILED)
                .build();
        for (Summary letter : letters.search(Query.newest(open, 500)).items())
            assertThat(letters.retry(letter.id(), "a visitor")).isInstanceOf(RetryResult.Tried.class);
    }

    @Test
    void a_shop_in_order_keeps_no_letters() {
        sell(10);

        assertThat(letters.tallies().byStatus().total()).isZero();
        assertThat(shop.processed(Part.PAYMENTS)).isEqualTo(10);
    }

    @Test
    void payments_that_failed_wait_and_go_through_after_the_repair() {
        shop.breakPart(Part.PAYMENTS);
        sell(9);
        assertThat(letters(Part.PAYMENTS).of(LetterStatus.PENDING)).isEqualTo(9);
        assertThat(shop.captured(Part.PAYMENTS)).isEqualTo(9);

        shop.repair(Part.PAYMENTS);
        shop.open();
        retryAll(Part.PAYMENTS);

        assertThat(letters(Part.PAYMENTS).of(LetterStatus.RESOLVED)).isEqualTo(9);
    }

    @Test
    void wrong_invoices_fail_for_good_until_the_service_accepts_the_new_field() {
        shop.breakPart(Part.INVOICES);
        sell(9);
        assertThat(letters(Part.INVOICES).of(LetterStatus.FAILED)).isEqualTo(3);

        shop.open();
        retryAll(Part.INVOICES);
        assertThat(letters(Part.INVOICES).of(LetterStatus.FAILED)).isEqualTo(3);

        shop.repair(Part.INVOICES);
        retryAll(Part.INVOICES);
        assertThat(letters(Part.INVOICES).of(LetterStatus.RESOLVED)).isEqualTo(3);
    }

    @Test
    void a_partner_with_a_limit_takes_one_call_every_two_seconds() {
        shop.breakPart(Part.PARTNER);
        sell(3);
        clock.forward(Duration.ofSeconds(2));
        sell(3);

        assertThat(shop.processed(Part.PARTNER)).isEqualTo(2);
        assertThat(letters(Part.PARTNER).of(LetterStatus.PENDING)).isEqualTo(4);
    }

    @Test
    void everything_broken_groups_into_a_handful_of_causes() {
        for (Part part : Part.values()) shop.breakPart(part);
        sell(70);

        assertThat(letters.tallies().byCategory().keySet())
                .containsExactlyInAnyOrder(
                        Category.DOWNSTREAM_FAILURE,
                        Category.TIMEOUT,
                        Category.VALIDATION,
                        Category.RATE_LIMIT,
                        Category.PERSISTENCE);
        assertThat(letters.causes(CauseQuery.top(100))).hasSize(5);
    }

    @Test
    void now_and_then_an_order_is_manual() {
        sell(70);

        assertThat(letters(Part.WAREHOUSE).of(LetterStatus.MANUAL)).isEqualTo(1);
        assertThat(letters.tallies().byCategory()).containsOnlyKeys(Category.UNKNOWN);
    }

    @Test
    void the_story_breaks_one_part_after_the_other_and_leaves_repairs_to_the_visitor() {
        ShopHours hours = new ShopHours(
                shop, new PastWeek(SampleSettings.at("memory:"), letters, new TestMinuteCounts(), clock), clock);
        hours.open();
        hours.tick();
        assertThat(shop.isBroken(Part.INVOICES)).isTrue();
        assertThat(shop.isBroken(Part.PAYMENTS)).isFalse();

        clock.forward(Duration.ofSeconds(10));
        hours.tick();
        assertThat(shop.isBroken(Part.PAYMENTS)).isTrue();
        assertThat(letters(Part.PAYMENTS).total()).isEqualTo(1);

        shop.repair(Part.PAYMENTS);
        clock.forward(Duration.ofSeconds(1));
        hours.tick();
        assertThat(shop.isBroken(Part.PAYMENTS)).isFalse();
        assertThat(shop.sales()).isEqualTo(3);
    }
}
