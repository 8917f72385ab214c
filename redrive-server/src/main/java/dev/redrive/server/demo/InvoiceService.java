package dev.redrive.server.demo;

import dev.redrive.letter.Message;
import tools.jackson.databind.JsonNode;

/** Writes invoices. While it is broken it does not know the field that the new app sends, and refuses such invoices. */
final class InvoiceService {
    static final String PRICE = "unitPrice";
    static final String NEW_PRICE = "unitNet";

    /** An invoice that does not follow the schema. */
    static final class InvoiceValidationException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        InvoiceValidationException(String message) {
            super(message);
        }
    }

    private final Switch schema;

    InvoiceService(Switch schema) {
        this.schema = schema;
    }

    void write(Message invoice) {
        validate(Fields.of(invoice));
    }

    private void validate(JsonNode invoice) {
        int line = 0;
        for (JsonNode each : invoice.path("lines")) requirePrice(invoice, each, line++);
    }

    private void requirePrice(JsonNode invoice, JsonNode line, int number) {
        boolean readable = line.has(PRICE) || (!schema.isBroken() && line.has(NEW_PRICE));
        if (!readable)
            throw new InvoiceValidationException("invoice "
                    + invoice.path("invoiceId").asString("") + ": lines[" + number + "]." + PRICE + " is missing");
    }
}
