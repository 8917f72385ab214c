package dev.redrive.testmongo;

import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.ServerVersion;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.bson.Document;
import io.netty.channel.Channel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The process of the server: the port, then the file of its data unless they are kept in memory. It ends with its parent. */
final class ServerMain {
    private ServerMain() {}

    public static void main(String[] arguments) throws IOException {
        MongoBackend backend = arguments.length > 1 ? new H2Backend(arguments[1]) : new OneAtATime();
        MongoServer server = new MongoServer(backend.version(ServerVersion.MONGO_5_0));
        server.bind("127.0.0.1", Integer.parseInt(arguments[0]));
        while (System.in.read() >= 0) {
            // The parent says nothing; the end of its output is its own end.
        }
        server.shutdownNow();
        System.exit(0);
    }

    /** Answers with copies: the answer would otherwise be written to the socket while another command changes it. */
    private static final class OneAtATime extends IndexedBackend {
        @Override
        public synchronized Document handleCommand(Channel channel, String database, String command, Document query) {
            return copy(super.handleCommand(channel, database, command, query));
        }

        private static Document copy(Document document) {
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
}
