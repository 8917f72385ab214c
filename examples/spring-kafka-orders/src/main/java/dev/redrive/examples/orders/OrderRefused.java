package dev.redrive.examples.orders;

/** A rule of the business forbids the order; trying again does not help. */
final class OrderRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OrderRefused(String why) {
        super(why);
    }
}
