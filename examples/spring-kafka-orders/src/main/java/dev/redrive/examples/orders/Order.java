package dev.redrive.examples.orders;

/** What a customer wants to pay for. */
record Order(String id, String customer, int cents) {}
