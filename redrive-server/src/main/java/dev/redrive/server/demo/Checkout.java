package dev.redrive.server.demo;

import dev.redrive.server.demo.Sale.Customer;
import dev.redrive.server.demo.Sale.Line;
import dev.redrive.server.demo.Sale.Product;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Serves one customer after the other; the same seed makes the same sales. */
final class Checkout {
    /** The most pieces that a customer can honestly order of one thing. */
    static final int MOST = 5;

    private static final int NEW_APP_EVERY = 3;
    private static final int ODD_EVERY = 67;

    private static final List<Product> PRODUCTS = List.of(
            new Product("TEA-SENCHA-100", "Sencha, 100 g", new BigDecimal("12.90")),
            new Product("TEA-ASSAM-250", "Assam, 250 g", new BigDecimal("9.50")),
            new Product("POT-IRON-08", "Iron teapot, 0.8 l", new BigDecimal("59.00")),
            new Product("CUP-BLUE", "Cup, blue glaze", new BigDecimal("14.20")),
            new Product("SIEVE-FINE", "Tea sieve, fine", new BigDecimal("3.95")),
            new Product("TIN-200", "Tin, 200 g", new BigDecimal("6.80")));
    private static final List<Customer> CUSTOMERS = List.of(
            new Customer("cus-1000", "Amara Okafor", "NL", "web"),
            new Customer("cus-1137", "Jonas Lindqvist", "SE", "web"),
            new Customer("cus-1274", "Mei-Ling Chen", "DE", "ios"),
            new Customer("cus-1411", "Zoë Brontë", "GB", "web"),
            new Customer("cus-1548", "Łukasz Wójcik", "PL", "android"),
            new Customer("cus-1685", "Inês Carvalho", "PT", "web"));

    private final Random random;
    private int number;

    Checkout(long seed) {
        random = new Random(seed);
        number = 20_000 + random.nextInt(40_000);
    }

    /** Every third customer uses the new app, and a few order an impossible quantity. */
    Sale next(Instant now) {
        number++;
        boolean newApp = number % NEW_APP_EVERY == 0;
        return sale(now, newApp ? InvoiceService.NEW_PRICE : InvoiceService.PRICE, number % ODD_EVERY == 0);
    }

    Sale odd(Instant now) {
        number++;
        return sale(now, InvoiceService.PRICE, true);
    }

    Sale ofNewApp(Instant now) {
        number++;
        return sale(now, InvoiceService.NEW_PRICE, false);
    }

    private Sale sale(Instant now, String priceField, boolean odd) {
        Customer customer = CUSTOMERS.get(random.nextInt(CUSTOMERS.size()));
        List<Line> lines = new ArrayList<>();
        int kinds = 1 + random.nextInt(3);
        for (int i = 0; i < kinds; i++) {
            Product product = PRODUCTS.get(random.nextInt(PRODUCTS.size()));
            lines.add(new Line(product, odd ? 1000 + random.nextInt(9000) : 1 + random.nextInt(MOST)));
        }
        return new Sale(number, now, customer, List.copyOf(lines), priceField, random.nextLong());
    }
}
