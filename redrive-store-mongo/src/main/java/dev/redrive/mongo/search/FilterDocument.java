package dev.redrive.mongo.search;

import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Priority;
import dev.redrive.mongo.database.Fields;
import dev.redrive.mongo.documents.KeptPaths;
import dev.redrive.mongo.documents.LetterFields;
import dev.redrive.mongo.documents.StatusWords;
import dev.redrive.store.questions.Filter;
import dev.redrive.text.Glob;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.bson.BsonRegularExpression;
import org.bson.Document;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/** A filter in the language of the database, but for the text, which {@link TextSearch} looks for. */
final class FilterDocument {
    private FilterDocument() {}

    static Document of(Filter filter, KeptPaths paths) {
        List<Document> all = new ArrayList<>();
        all.add(LetterFields.visible());
        in(all, LetterFields.STATUS, StatusWords.of(filter.statuses()));
        globs(all, LetterFields.CHANNEL, filter.channels());
        in(all, LetterFields.ERROR_TYPE, filter.errorTypes());
        in(
                all,
                LetterFields.CATEGORY,
                filter.categories().stream().map(Enum::name).toList());
        in(all, LetterFields.CAUSE, ids(filter.causes()));
        in(all, LetterFields.LAST_ERROR_TYPE, filter.lastErrorTypes());
        in(all, LetterFields.LAST_CAUSE, ids(filter.lastCauses()));
        if (!filter.anyCauses().isEmpty())
            all.add(new Document(
                    "$or",
                    List.of(
                            new Document(LetterFields.CAUSE, new Document("$in", ids(filter.anyCauses()))),
                            new Document(LetterFields.LAST_CAUSE, new Document("$in", ids(filter.anyCauses()))))));
        globs(all, "event.pattern", filter.patterns());
        in(
                all,
                LetterFields.PRIORITY,
                filter.priorities().stream().map(Priority::ordinal).toList());
        equal(all, "subscriberId", filter.subscriberId());
        equal(all, "messageId", filter.eventId());
        String key = filter.key();
        equal(all, LetterFields.MESSAGE_KEY, key == null ? null : new Binary(key.getBytes(StandardCharsets.UTF_8)));
        equal(all, LetterFields.TAGS, filter.tag());
        filter.attributes().forEach(wanted -> equal(all, LetterFields.ATTRIBUTES, paths.value(wanted)));
        compare(all, LetterFields.RETRY_COUNT, "$gte", filter.minRetryCount());
        compare(all, LetterFields.RETRY_COUNT, "$lte", filter.maxRetryCount());
        // Ids begin with the time of capture, and have the index.
        compare(all, LetterFields.ID, "$gte", firstId(filter.from()));
        compare(all, LetterFields.ID, "$lt", firstId(filter.to()));
        return and(all);
    }

    static Document and(List<Document> all) {
        return all.size() == 1 ? all.get(0) : new Document("$and", all);
    }

    private static List<UUID> ids(Set<CauseId> causes) {
        return causes.stream().map(CauseId::value).toList();
    }

    private static void in(List<Document> all, String field, Collection<?> values) {
        if (values.size() == 1) equal(all, field, values.iterator().next());
        else if (!values.isEmpty()) all.add(new Document(field, new Document("$in", List.copyOf(values))));
    }

    private static void equal(List<Document> all, String field, @Nullable Object value) {
        if (value != null) all.add(new Document(field, value));
    }

    private static void compare(List<Document> all, String field, String operator, @Nullable Object value) {
        if (value != null) all.add(new Document(field, new Document(operator, value)));
    }

    private static void globs(List<Document> all, String field, Set<Glob> globs) {
        List<String> names =
                globs.stream().filter(Glob::isLiteral).map(Glob::pattern).toList();
        List<Document> any = new ArrayList<>();
        in(any, field, names);
        globs.stream()
                .filter(glob -> !glob.isLiteral())
                .forEach(glob -> any.add(new Document(field, new BsonRegularExpression(regex(glob), "s"))));
        if (any.size() == 1) all.add(any.get(0));
        else if (!any.isEmpty()) all.add(new Document("$or", any));
    }

    /** Anchored, so that an index of names serves what stands before the first star. */
    private static String regex(Glob glob) {
        StringBuilder regex = new StringBuilder("^");
        for (char c : glob.pattern().toCharArray()) {
            if (c == '*') regex.append(".*");
            else if (c < ' ') regex.append(String.format("\\x%02x", (int) c));
            else if (Character.isLetterOrDigit(c) || c == '_' || c > 127) regex.append(c);
            else regex.append('\\').append(c);
        }
        return regex.append("\\z").toString();
    }

    private static @Nullable UUID firstId(@Nullable Instant time) {
        if (time == null) return null;
        Instant millis = time.truncatedTo(ChronoUnit.MILLIS);
        Instant atOrAfter = millis.isBefore(time) ? millis.plusMillis(1) : millis;
        return LetterId.firstAt(Fields.clamped(atOrAfter)).value();
    }
}
