package dev.redrive.server.demo;

import dev.redrive.letter.Message;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import tools.jackson.databind.JsonNode;

/** Reserves goods. While it is broken it loses its database; and now and then it finds stock that cannot be. */
final class Warehouse {
    private final Switch database;

    Warehouse(Switch database) {
        this.database = database;
    }

    void reserve(Message order) throws SQLException {
        for (JsonNode line : Fields.of(order).path("lines")) reserve(line);
    }

    private void reserve(JsonNode line) throws SQLException {
        update(line.path("sku").asString(""), line.path("quantity").asInt(0));
    }

    private void update(String sku, int quantity) throws SQLException {
        if (database.isBroken())
            throw new SQLRecoverableException(
                    "This connection has been closed while reserving " + quantity + " of '" + sku + "'", "08006");
        if (quantity > Checkout.MOST)
            throw new IllegalStateException("stock of '" + sku + "' would be " + -quantity + ", which cannot be");
    }
}
