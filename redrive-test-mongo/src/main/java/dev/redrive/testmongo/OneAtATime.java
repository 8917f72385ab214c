package dev.redrive.testmongo;

import de.bwaldvogel.mongo.bson.Document;
import io.netty.channel.Channel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A server in memory that answers with copies: the answer would otherwise be written to the socket while another command changes it. */
class OneAtATime extends IndexedBackend {
    @Override
    public synchronized Document handleCommand(Channel channel, String database, String command, Document query) {
        return copy(super.handleCommand(channel, database, command, query));
    }

    static Document copy(Document document) {
        Document copy = new Document();
        document.forEach((name, value) -> copy.put(name, copy(value)));
        return copy;
    }

    private static @Nullable Object copy(@Nullable Object value) {
        if (value instanceof Document document) return copy(document);
        if (!(value instanceof Collection<?> values)) return value;
        List<@Nullable Object> copies = new ArrayList<>(values.size());
        for (Object each : values) copies.add(copy(each));
        return copies;
    }
}
