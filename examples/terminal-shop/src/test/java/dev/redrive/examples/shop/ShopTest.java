package dev.redrive.examples.shop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.event.RedriveEvent;
import dev.redrive.letter.Category;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.StatusCounts;
import dev.redrive.store.questions.CauseQuery;
import dev.redrive.store.questions.Filter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShopTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final BlockingQueue<RedriveEvent> events = new LinkedBlockingQueue<>();
    private Shop shop;

    @BeforeEach
    void openShop(@TempDir Path folder) {
        shop = new Shop(folder.resolve("shop.db"), InstantSource.system(), events::add);
    }

    @AfterEach
    void closeShop() {
        shop.close();
    }

    @Test
    void a_shop_in_order_keeps_no_letters() throws Exception {
        sell(10);

        assertThat(counts().total()).isZero();
    }

    @Test
    void failures_of_all_services_group_into_a_handful_of_causes() throws Exception {
        breakEverything();

        sell(40);
        waitUntil(() -> shop.isCircuitOpen(Shop.PAYMENTS));

        assertThat(counts().total()).isGreaterThan(80);
        assertThat(shop.letters().tallies().byCategory().keySet())
                .contains(Category.DOWNSTREAM_FAILURE, Category.TIMEOUT, Category.VALIDATION, Category.RATE_LIMIT);
        // What only retries fail with is a cause, too, but no letter was captured for it.
        assertThat(shop.letters().causes(CauseQuery.top(100)))
                .filteredOn(cause -> cause.counts().total() > 0)
                .hasSizeBetween(4, 5);
    }

    @Test
    void payment_letters_are_resolved_after_payments_are_repaired() throws Exception {
        shop.payments.line.breakIt();
        sell(20);
        assertThat(open(Shop.PAYMENTS)).isEqualTo(20);

        shop.payments.line.repair();
        waitUntil(() -> open(Shop.PAYMENTS) == 0);

        assertThat(count(Shop.PAYMENTS, LetterStatus.RESOLVED)).isEqualTo(20);
    }

    @Test
    void wrong_invoices_fail_at_once_and_go_back_when_they_are_requeued_after_the_repair() throws Exception {
        shop.schema.breakIt();
        sell(5);
        assertThat(count(Shop.INVOICES, LetterStatus.FAILED)).isEqualTo(5);

        shop.schema.repair();
        long requeued = shop.requeueFailed();
        waitUntil(() -> open(Shop.INVOICES) == 0);

        assertThat(requeued).isEqualTo(5);
        assertThat(count(Shop.INVOICES, LetterStatus.RESOLVED)).isEqualTo(5);
    }

    @Test
    void the_story_breaks_things_by_itself_and_repairs_them_when_nobody_is_there() {
        Story story = new Story(shop, true);

        assertThat(story.playUntil(3))
                .hasValueSatisfying(news -> assertThat(news).contains("went down"));
        assertThat(shop.payments.line.isBroken()).isTrue();
        story.playUntil(60);

        assertThat(shop.payments.line.isBroken()).isFalse();
        assertThat(shop.schema.isBroken()).isFalse();
        assertThat(shop.partner.limit.isBroken()).isFalse();
    }

    @Test
    void the_report_names_causes_and_letters() throws Exception {
        breakEverything();
        sell(3);

        Report report = new Report(shop, InstantSource.system());

        assertThat(report.services()).contains("payments DOWN");
        assertThat(report.causes()).anyMatch(line -> line.contains("ConnectException: Connection refused"));
        assertThat(report.newest()).isNotEmpty();
        assertThat(report.summary()).startsWith("captured ");
    }

    private void breakEverything() {
        shop.payments.line.breakIt();
        shop.schema.breakIt();
        shop.partner.limit.breakIt();
    }

    private void sell(int times) throws Exception {
        for (int i = 0; i < times; i++) shop.sell();
    }

    private StatusCounts counts() {
        return shop.letters().tallies().byStatus();
    }

    private long open(String channel) {
        return shop.letters()
                .tallies()
                .byChannel()
                .getOrDefault(channel, StatusCounts.none())
                .open();
    }

    private long count(String channel, LetterStatus status) {
        return shop.letters()
                .count(Filter.builder().channel(channel).status(status).build())
                .count();
    }

    /** Looks again after each event, so nobody has to guess how long it takes. */
    private void waitUntil(BooleanSupplier condition) throws InterruptedException {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            long left = until - System.nanoTime();
            assertThat(left).as("time left to wait").isPositive();
            events.poll(left, TimeUnit.NANOSECONDS);
        }
    }
}
