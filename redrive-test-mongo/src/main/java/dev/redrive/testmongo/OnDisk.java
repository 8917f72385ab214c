package dev.redrive.testmongo;

import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.bson.Document;
import io.netty.channel.Channel;
import org.h2.mvstore.MVStore;

/**
 * A server that keeps its data in a file. Each command is in the file before it is answered, all of it or nothing, so what was
 * acknowledged is there again when the process is killed. When the machine fails, what the operating system had not written is lost.
 */
final class OnDisk extends H2Backend {
    OnDisk(String file) {
        super(new MVStore.Builder().fileName(file).autoCommitDisabled().open());
    }

    @Override
    public synchronized Document handleCommand(Channel channel, String database, String command, Document query) {
        Document answer = OneAtATime.copy(super.handleCommand(channel, database, command, query));
        commit();
        return answer;
    }
}
