package dev.redrive.mongo.book;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.in;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.FindOneAndReplaceOptions;
import com.mongodb.client.model.Sorts;
import dev.redrive.internal.text.CleanText;
import dev.redrive.mongo.database.Fields;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.database.Repeatable;
import dev.redrive.store.StoreException;
import dev.redrive.store.views.SavedView;
import dev.redrive.store.views.SavedViews;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** The saved views in the collection {@code dlq_saved_view}; owner and name are the id of one, and the owner of a shared one is empty. */
final class MongoSavedViews implements SavedViews {
    private static final String SHARED = "";

    private final MongoCollection<Document> views;

    MongoSavedViews(Mongo mongo) {
        this.views = mongo.collection("dlq_saved_view");
    }

    /** Those that are saved at the same moment may be a few more than {@link #MOST} together. */
    @Override
    public Optional<SavedView> save(SavedView view) {
        return Repeatable.run("saving a view", () -> {
            Document id = id(view.owner(), view.name());
            if (views.find(eq("_id", id)).first() == null
                    && views.countDocuments(eq("owner", owner(view.owner()))) >= MOST)
                throw new StoreException(
                        "there are " + MOST + " saved views already; delete some before you save another one");
            return Optional.ofNullable(views.findOneAndReplace(
                            eq("_id", id), write(id, view), new FindOneAndReplaceOptions().upsert(true)))
                    .map(MongoSavedViews::read);
        });
    }

    @Override
    public Optional<SavedView> delete(@Nullable String owner, String name) {
        return Mongo.run(
                "deleting a saved view",
                () -> Optional.ofNullable(views.findOneAndDelete(eq("_id", id(owner, CleanText.text(name)))))
                        .map(MongoSavedViews::read));
    }

    @Override
    public List<SavedView> list(String owner) {
        return Mongo.run(
                "reading the saved views",
                () -> views.find(in("owner", SHARED, owner(owner)))
                        .sort(Sorts.ascending("owner", "name"))
                        .map(MongoSavedViews::read)
                        .into(new ArrayList<>()));
    }

    @Override
    public List<SavedView> all() {
        return Mongo.run(
                "reading all saved views",
                () -> views.find()
                        .sort(Sorts.ascending("owner", "name"))
                        .map(MongoSavedViews::read)
                        .into(new ArrayList<>()));
    }

    private static String owner(@Nullable String owner) {
        return owner == null ? SHARED : CleanText.text(owner);
    }

    private static Document id(@Nullable String owner, String name) {
        return new Document("owner", owner(owner)).append("name", name);
    }

    private static Document write(Document id, SavedView view) {
        return new Document("_id", id)
                .append("owner", id.getString("owner"))
                .append("name", view.name())
                .append("query", view.query())
                .append("by", view.by())
                .append("savedAt", Fields.date(view.savedAt()));
    }

    private static SavedView read(Document view) {
        String owner = Fields.text(view, "owner");
        return new SavedView(
                Fields.text(view, "name"),
                owner.equals(SHARED) ? null : owner,
                Fields.text(view, "query"),
                Fields.text(view, "by"),
                Fields.time(view, "savedAt"));
    }
}
