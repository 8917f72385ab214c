package dev.redrive.testmongo;

import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.ServerVersion;
import java.io.IOException;

/** The process of the server: the port, and how it keeps its data; for a file, its name. It ends with its parent. */
final class ServerMain {
    private ServerMain() {}

    public static void main(String[] arguments) throws IOException {
        int port = Integer.parseInt(arguments[0]);
        MongoBackend backend =
                switch (MongoProcess.Kind.valueOf(arguments[1])) {
                    case IN_MEMORY -> new OneAtATime();
                    case ON_DISK -> new OnDisk(arguments[2]);
                    case REPLICA_SET -> new ReplicaSet("127.0.0.1:" + port);
                };
        MongoServer server = new MongoServer(backend.version(ServerVersion.MONGO_5_0));
        server.bind("127.0.0.1", port);
        while (System.in.read() >= 0) {
            // The parent says nothing; the end of its output is its own end.
        }
        server.shutdownNow();
        System.exit(0);
    }
}
