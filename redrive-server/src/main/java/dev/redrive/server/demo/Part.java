package dev.redrive.server.demo;

import dev.redrive.server.web.Problem;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** A part of the shop that can be broken and repaired, and the channel that suffers. */
public enum Part {
    PAYMENTS(
            "payments",
            "Payment service",
            "Charges cards at a service on the other side of the network.",
            "It refuses connections or does not answer in time."),
    INVOICES(
            "invoices",
            "Invoice service",
            "Writes an invoice for every order.",
            "The new app calls a price unitNet; the service still looks for unitPrice and refuses such invoices."),
    PARTNER(
            "webhooks",
            "Delivery partner",
            "Hears of every order by a webhook.",
            "It takes one call every two seconds and answers 429 to all others."),
    WAREHOUSE(
            "orders",
            "Warehouse database",
            "Reserves the goods of every order.",
            "Its connections are lost in the middle of a transaction.");

    private final String channel;
    private final String title;
    private final String purpose;
    private final String trouble;

    Part(String channel, String title, String purpose, String trouble) {
        this.channel = channel;
        this.title = title;
        this.purpose = purpose;
        this.trouble = trouble;
    }

    public String channel() {
        return channel;
    }

    public String title() {
        return title;
    }

    public String purpose() {
        return purpose;
    }

    /** What happens while it is broken. */
    public String trouble() {
        return trouble;
    }

    /** Its name in addresses. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Part of(String word) {
        return Arrays.stream(values())
                .filter(part -> part.word().equals(word))
                .findFirst()
                .orElseThrow(() -> Problem.notFound("the shop has no part of that name; it has "
                        + Arrays.stream(values()).map(Part::word).collect(Collectors.joining(", "))));
    }
}
