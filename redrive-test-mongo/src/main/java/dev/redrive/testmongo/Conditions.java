package dev.redrive.testmongo;

import de.bwaldvogel.mongo.bson.Document;
import java.util.Collection;

/** What a query asks of single fields, all of which must hold. */
final class Conditions {
    private Conditions() {}

    /** One condition for each field; what else the query asks is left out. */
    static Document of(Document query) {
        Document conditions = new Document();
        collect(query, conditions);
        return conditions;
    }

    private static void collect(Document query, Document into) {
        query.forEach((field, condition) -> {
            if (!field.startsWith("$")) into.putIfAbsent(field, condition);
            else if (field.equals("$and") && condition instanceof Collection<?> all)
                for (Object each : all) if (each instanceof Document one) collect(one, into);
        });
    }
}
