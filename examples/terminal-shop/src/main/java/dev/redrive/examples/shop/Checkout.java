package dev.redrive.examples.shop;

import dev.redrive.json.Json;
import dev.redrive.letter.Message;
import dev.redrive.letter.OriginalEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** Makes the messages of one sale after the other. With a broken schema its invoices name a field wrongly. */
final class Checkout {
    static final String TOTAL = "totalCents";
    static final String NEW_TOTAL = "amountCents";

    /** The messages that one sale sends through the shop. */
    record Sale(Message order, Message payment, Message invoice, Message webhook) {}

    private record Product(String sku, String name, int cents) {}

    private static final List<Product> PRODUCTS = List.of(
            new Product("TEA-100", "Green tea, 100 g", 690),
            new Product("MUG-BLUE", "Mug, blue", 1450),
            new Product("POT-IRON", "Iron teapot", 5900),
            new Product("SIEVE-1", "Tea sieve", 395));
    private static final List<String> CUSTOMERS = List.of("ada", "grace", "edsger", "barbara", "alan", "frances");

    private final Switch schema;
    private final Random random = new Random(7);
    private int number = 1000;

    Checkout(Switch schema) {
        this.schema = schema;
    }

    Sale next() {
        number++;
        Product product = PRODUCTS.get(random.nextInt(PRODUCTS.size()));
        String customer = CUSTOMERS.get(random.nextInt(CUSTOMERS.size()));
        int quantity = 1 + random.nextInt(3);
        int total = quantity * product.cents();
        return new Sale(
                message(
                        "order",
                        "order.placed",
                        customer,
                        Map.of(
                                "sku",
                                product.sku(),
                                "name",
                                product.name(),
                                "quantity",
                                quantity,
                                "customer",
                                customer)),
                message(
                        "payment",
                        "payment.requested",
                        customer,
                        Map.of("orderId", id("order"), "customer", customer, "cents", total, "currency", "EUR")),
                message(
                        "invoice",
                        "invoice.created",
                        customer,
                        Map.of(
                                "orderId",
                                id("order"),
                                schema.isBroken() ? NEW_TOTAL : TOTAL,
                                total,
                                "currency",
                                "EUR")),
                message(
                        "webhook",
                        "webhook.order",
                        customer,
                        Map.of(
                                "orderId",
                                id("order"),
                                "url",
                                "https://partner.example/hooks/orders",
                                "event",
                                "order.placed")));
    }

    private Message message(String kind, String pattern, String customer, Map<String, Object> fields) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put(kind + "Id", id(kind));
        body.putAll(fields);
        return Message.of(Json.object(body).text())
                .with(OriginalEvent.of(id(kind), pattern))
                .withKey(customer);
    }

    private String id(String kind) {
        return String.format(Locale.ROOT, "%s-%d", kind, number);
    }
}
