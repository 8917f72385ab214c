package dev.redrive.mongo.letters;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import java.util.List;
import org.bson.Document;

/** What a primary that steps down does to a command, by the fail points of MongoDB. */
enum Trouble {
    NOT_WRITABLE_BEFORE {
        @Override
        Document point(List<String> commands) {
            return fail(commands, new Document("errorCode", 10107));
        }
    },
    STEPPED_DOWN_BEFORE {
        @Override
        Document point(List<String> commands) {
            return fail(commands, new Document("errorCode", 189));
        }
    },
    LOST_BEFORE {
        @Override
        Document point(List<String> commands) {
            return fail(commands, new Document("closeConnection", true));
        }
    },
    STEPPED_DOWN_AFTER {
        @Override
        Document point(List<String> commands) {
            Document error = new Document("code", 189).append("errmsg", "stepped down");
            return fail(commands, new Document("writeConcernError", error));
        }
    },
    /** Only of writes that the driver repeats. */
    ANSWER_LOST {
        @Override
        Document point(List<String> commands) {
            return new Document("configureFailPoint", "onPrimaryTransactionalWrite")
                    .append("mode", new Document("times", 1));
        }
    };

    abstract Document point(List<String> commands);

    private static Document fail(List<String> commands, Document how) {
        return new Document("configureFailPoint", "failCommand")
                .append("mode", new Document("times", 1))
                .append("data", how.append("failCommands", commands));
    }

    /** Does it to the first of these commands in this work, which must have one. */
    void during(MongoDatabase admin, List<String> commands, Runnable work) {
        Document point = point(commands);
        int before = count(admin, point);
        admin.runCommand(point);
        try {
            work.run();
        } finally {
            assertThat(count(admin, point))
                    .as("commands that met %s", point.toJson())
                    .isEqualTo(before + 1);
        }
    }

    /** Turns it off. */
    private static int count(MongoDatabase admin, Document point) {
        return admin.runCommand(
                        new Document("configureFailPoint", point.get("configureFailPoint")).append("mode", "off"))
                .getInteger("count");
    }
}
