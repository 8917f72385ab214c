package dev.redrive.examples.shop;

import dev.redrive.letter.Message;

/** Writes invoices, and refuses those that it cannot read. */
final class InvoiceService {
    private final Switch schema;

    InvoiceService(Switch schema) {
        this.schema = schema;
    }

    void write(Message invoice) {
        check(invoice.payload().text());
    }

    private void check(String invoice) {
        require(invoice, "invoiceId");
        boolean readsNewField = !schema.isBroken();
        if (readsNewField && Fields.has(invoice, Checkout.NEW_TOTAL)) return;
        require(invoice, Checkout.TOTAL);
    }

    private static void require(String invoice, String field) {
        if (!Fields.has(invoice, field))
            throw new InvoiceValidationException("invoice " + Fields.text(invoice, "invoiceId") + " has no " + field);
    }
}
