package dev.redrive.examples.shop;

import java.util.Optional;

/** What happens by itself while the shop is open. Repairs are left to the visitor, unless nobody is there to make them. */
final class Story {
    private static final int PAYMENTS_DOWN = 3;
    private static final int SCHEMA_BUG = 6;
    private static final int RATE_LIMIT = 9;
    private static final int PAYMENTS_UP = 18;
    private static final int SCHEMA_FIXED = 22;
    private static final int LIMIT_LIFTED = 24;
    private static final int REQUEUE = 26;

    private final Shop shop;
    private final boolean alone;
    private int second = -1;

    /** @param alone nobody is there to press a key */
    Story(Shop shop, boolean alone) {
        this.shop = shop;
        this.alone = alone;
    }

    /** Plays the seconds up to this one; returns what happened in them. */
    Optional<String> playUntil(int now) {
        Optional<String> news = Optional.empty();
        while (second < now) {
            Optional<String> next = play(++second);
            if (next.isPresent()) news = next;
        }
        return news;
    }

    private Optional<String> play(int at) {
        if (at == PAYMENTS_DOWN) return broken(shop.payments.line, "the payment service went down");
        if (at == SCHEMA_BUG) return broken(shop.schema, "a producer shipped invoices with a wrong field");
        if (at == RATE_LIMIT) return broken(shop.partner.limit, "the partner takes one webhook a second now");
        if (!alone) return Optional.empty();
        if (at == PAYMENTS_UP) return repaired(shop.payments.line, "the payment service is up again");
        if (at == SCHEMA_FIXED) return repaired(shop.schema, "the producer is repaired");
        if (at == LIMIT_LIFTED) return repaired(shop.partner.limit, "the partner lifted its limit");
        return at == REQUEUE ? Optional.of(shop.requeueFailed() + " failed letters requeued") : Optional.empty();
    }

    private static Optional<String> broken(Switch what, String news) {
        what.breakIt();
        return Optional.of(news);
    }

    private static Optional<String> repaired(Switch what, String news) {
        what.repair();
        return Optional.of(news);
    }
}
