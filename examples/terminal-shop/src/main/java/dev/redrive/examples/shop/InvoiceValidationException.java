package dev.redrive.examples.shop;

/** An invoice that does not follow the schema. The name is enough for Redrive to know that trying again cannot help. */
final class InvoiceValidationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    InvoiceValidationException(String message) {
        super(message);
    }
}
