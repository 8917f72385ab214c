package dev.redrive.server.demo;

import dev.redrive.json.Json;
import dev.redrive.letter.Headers;
import dev.redrive.letter.Message;
import dev.redrive.letter.OriginalEvent;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One customer buying something, and the message that each part of the shop gets of it.
 *
 * @param priceField what the customer's app calls the price of a line
 * @param salt makes what looks random in the messages
 */
record Sale(int number, Instant time, Customer customer, List<Line> lines, String priceField, long salt) {
    private static final String CALLBACK = "https://parcels.example/hooks/orders";
    private static final BigDecimal TAX_RATE = new BigDecimal("0.210");
    private static final String CURRENCY = "EUR";

    record Product(String sku, String name, BigDecimal price) {}

    record Customer(String id, String name, String country, String app) {}

    record Line(Product product, int quantity) {
        BigDecimal total() {
            return product.price().multiply(BigDecimal.valueOf(quantity));
        }
    }

    Message of(Part part) {
        return switch (part) {
            case WAREHOUSE -> message("order", "order.placed", order());
            case PAYMENTS -> message("payment", "payment.requested", payment());
            case INVOICES -> message("invoice", "invoice.requested", invoice());
            case PARTNER -> message("webhook", "webhook.requested", webhook());
        };
    }

    private Map<String, Object> order() {
        Map<String, Object> buyer = fields("id", customer.id(), "name", customer.name());
        buyer.put("country", customer.country());
        Map<String, Object> order = fields("placedAt", time, "customer", buyer);
        order.put("lines", lines.stream().map(Sale::ordered).toList());
        order.putAll(fields("total", total(), "currency", CURRENCY));
        return order;
    }

    private Map<String, Object> payment() {
        long last4 = 1000 + Math.floorMod(salt, 9000L);
        Map<String, Object> payment = fields("orderId", id("order"), "customerId", customer.id());
        payment.put("card", fields("brand", "visa", "last4", Long.toString(last4)));
        payment.putAll(fields("amount", total(), "currency", CURRENCY));
        return payment;
    }

    private Map<String, Object> invoice() {
        Map<String, Object> invoice = fields("orderId", id("order"), "billTo", customer.name());
        invoice.put("lines", lines.stream().map(this::invoiced).toList());
        invoice.putAll(fields("total", total(), "taxRate", TAX_RATE));
        return invoice;
    }

    private Map<String, Object> webhook() {
        Map<String, Object> webhook = fields("event", "order.placed", "orderId", id("order"));
        webhook.putAll(fields("callback", CALLBACK, "weightGrams", 200 + Math.floorMod(salt, 4000L)));
        return webhook;
    }

    private static Map<String, Object> ordered(Line line) {
        Map<String, Object> fields =
                fields("sku", line.product().sku(), "name", line.product().name());
        fields.put("quantity", line.quantity());
        return fields;
    }

    private Map<String, Object> invoiced(Line line) {
        Map<String, Object> fields = fields("sku", line.product().sku(), "quantity", line.quantity());
        fields.put(priceField, line.product().price());
        return fields;
    }

    private BigDecimal total() {
        return lines.stream().map(Line::total).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static Map<String, Object> fields(String first, Object value, String second, Object other) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(first, value);
        fields.put(second, other);
        return fields;
    }

    private Message message(String kind, String pattern, Map<String, Object> fields) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put(kind + "Id", id(kind));
        body.putAll(fields);
        OriginalEvent.Sender sender = new OriginalEvent.Sender("external", customer.app(), "shop " + customer.app());
        return Message.of(Json.object(body).text())
                .with(new OriginalEvent(id(kind), null, pattern, "2", sender, time, Json.EMPTY_OBJECT))
                .with(Headers.of(headers()))
                .withKey(customer.id())
                .withSubscriber("shop-" + kind + "s");
    }

    private Map<String, String> headers() {
        HexFormat hex = HexFormat.of();
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("content-type", "application/json");
        headers.put(
                "traceparent",
                "00-" + hex.toHexDigits(salt) + hex.toHexDigits(~salt) + "-" + hex.toHexDigits((long) number) + "-01");
        return headers;
    }

    private String id(String kind) {
        return kind.substring(0, 3) + "-" + number;
    }
}
