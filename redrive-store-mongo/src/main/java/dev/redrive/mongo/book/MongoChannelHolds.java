package dev.redrive.mongo.book;

import static com.mongodb.client.model.Filters.eq;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Sorts;
import dev.redrive.internal.text.CleanText;
import dev.redrive.mongo.database.Fields;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.database.Repeatable;
import dev.redrive.store.StoreException;
import dev.redrive.store.channels.ChannelHold;
import dev.redrive.store.channels.ChannelHolds;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bson.Document;

/** The held channels in the collection {@code dlq_channel_hold}; the name of a channel is the id of its hold. */
final class MongoChannelHolds implements ChannelHolds {
    private final MongoCollection<Document> holds;

    MongoChannelHolds(Mongo mongo) {
        this.holds = mongo.collection("dlq_channel_hold");
    }

    /** Those that are placed at the same moment may be a few more than {@link #MOST} together. */
    @Override
    public ChannelHold hold(ChannelHold hold) {
        return Repeatable.run("holding a channel", () -> {
            Document there = holds.find(eq("_id", hold.channel())).first();
            if (there != null) return read(there);
            if (holds.countDocuments() >= MOST)
                throw new StoreException(MOST + " channels are held already; release some before you hold another one");
            return read(Objects.requireNonNull(holds.findOneAndUpdate(
                    eq("_id", hold.channel()),
                    new Document("$setOnInsert", write(hold)),
                    new FindOneAndUpdateOptions().upsert(true).returnDocument(ReturnDocument.AFTER))));
        });
    }

    @Override
    public Optional<ChannelHold> release(String channel) {
        return Mongo.run(
                "releasing a channel",
                () -> Optional.ofNullable(holds.findOneAndDelete(eq("_id", CleanText.text(channel))))
                        .map(MongoChannelHolds::read));
    }

    @Override
    public List<ChannelHold> list() {
        return Mongo.run(
                "reading which channels are held",
                () -> holds.find()
                        .sort(Sorts.ascending("_id"))
                        .map(MongoChannelHolds::read)
                        .into(new ArrayList<>()));
    }

    private static Document write(ChannelHold hold) {
        Document written = new Document("by", hold.by()).append("since", Fields.date(hold.since()));
        Fields.putIfPresent(written, "reason", hold.reason());
        return written;
    }

    private static ChannelHold read(Document hold) {
        return new ChannelHold(
                Fields.text(hold, "_id"),
                Fields.text(hold, "by"),
                hold.getString("reason"),
                Fields.time(hold, "since"));
    }
}
