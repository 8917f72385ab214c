package dev.redrive.mongo.book;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.lt;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.Sorts;
import dev.redrive.internal.text.CleanText;
import dev.redrive.json.Json;
import dev.redrive.mongo.database.Fields;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.database.Repeatable;
import dev.redrive.store.nodes.Node;
import dev.redrive.store.nodes.Nodes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;

/** The nodes of a store in the collection {@code dlq_node}, by their names. */
final class MongoNodes implements Nodes {
    private final MongoCollection<Document> nodes;

    MongoNodes(Mongo mongo) {
        this.nodes = mongo.collection("dlq_node");
    }

    @Override
    public void seen(Node node) {
        var unused = Repeatable.run(
                "keeping what a node says about itself",
                () -> nodes.replaceOne(eq("_id", node.name()), write(node), new ReplaceOptions().upsert(true)));
    }

    @Override
    public List<Node> list() {
        return Mongo.run(
                "reading the nodes",
                () -> nodes.find()
                        .sort(Sorts.ascending("_id"))
                        .map(MongoNodes::read)
                        .into(new ArrayList<>()));
    }

    @Override
    public void remove(String name) {
        var unused = Mongo.run("forgetting a node", () -> nodes.deleteOne(eq("_id", CleanText.text(name))));
    }

    @Override
    public int forget(Instant seenBefore) {
        return Mongo.run("forgetting nodes", () ->
                (int) nodes.deleteMany(lt("seenAt", Fields.date(seenBefore))).getDeletedCount());
    }

    private static Document write(Node node) {
        return new Document("_id", node.name())
                .append("version", node.version())
                .append("address", node.address())
                .append("startedAt", Fields.date(node.startedAt()))
                .append("seenAt", Fields.date(node.seenAt()))
                .append("work", node.work().text());
    }

    private static Node read(Document node) {
        return new Node(
                Fields.text(node, "_id"),
                Fields.text(node, "version"),
                Fields.text(node, "address"),
                Fields.time(node, "startedAt"),
                Fields.time(node, "seenAt"),
                Json.of(Fields.text(node, "work")));
    }
}
