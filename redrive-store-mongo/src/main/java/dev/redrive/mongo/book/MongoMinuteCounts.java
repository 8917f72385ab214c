package dev.redrive.mongo.book;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.max;
import static com.mongodb.client.model.Updates.pull;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Indexes;
import dev.redrive.internal.text.CleanText;
import dev.redrive.mongo.database.Fields;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.database.Repeatable;
import dev.redrive.series.MinuteCount;
import dev.redrive.series.MinuteCount.Measure;
import dev.redrive.series.MinuteCounts;
import dev.redrive.series.StepSum;
import dev.redrive.series.Steps;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bson.BsonDateTime;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * The counts per minute in the collection {@code dlq_minute}. What is added at once is one document, so that all of it counts or
 * nothing, and no two processes write to the same place; reading adds up.
 */
public final class MongoMinuteCounts implements MinuteCounts {
    private static final Comparator<StepSum> BY_TIME =
            Comparator.comparing(StepSum::start).thenComparing(StepSum::measure);

    private final MongoCollection<Document> additions;

    public MongoMinuteCounts(Mongo mongo) {
        this.additions = mongo.collection("dlq_minute");
        Mongo.run(
                "creating the index of the counts",
                () -> mongo.patient("dlq_minute").createIndex(Indexes.ascending("first", "last")));
    }

    private record Slot(Instant minute, String channel, Measure measure) {}

    // Writing

    @Override
    public void add(Collection<MinuteCount> counts) {
        if (!counts.isEmpty()) Mongo.run("adding counts", () -> additions.insertOne(document(counts)));
    }

    private static Document document(Collection<MinuteCount> counts) {
        List<Document> sums =
                sums(counts).entrySet().stream().map(MongoMinuteCounts::write).toList();
        return new Document("first", sums.get(0).get("minute"))
                .append("last", sums.get(sums.size() - 1).get("minute"))
                .append("counts", sums);
    }

    /** In the order of time. */
    private static Map<Slot, Long> sums(Collection<MinuteCount> counts) {
        Map<Slot, Long> sums = new TreeMap<>(
                Comparator.comparing(Slot::minute).thenComparing(Slot::channel).thenComparing(Slot::measure));
        for (MinuteCount count : counts)
            sums.merge(
                    new Slot(count.minute(), CleanText.text(count.channel()), count.measure()),
                    count.count(),
                    Long::sum);
        return sums;
    }

    private static Document write(Map.Entry<Slot, Long> sum) {
        return new Document("minute", Fields.date(sum.getKey().minute()))
                .append("channel", sum.getKey().channel())
                .append("measure", sum.getKey().measure().name())
                .append("count", sum.getValue());
    }

    /** Removes whole documents first, and then the old minutes of those that have newer ones too. */
    @Override
    public void deleteBefore(Instant time) {
        BsonDateTime from = Millis.atOrAfter(time);
        Bson old = pull("counts", new Document("minute", new Document("$lt", from)));
        Repeatable.run("deleting old counts", () -> {
            additions.deleteMany(lt("last", from));
            return additions.updateMany(lt("first", from), combine(old, max("first", from)));
        });
    }

    // Reading

    @Override
    public List<StepSum> sums(Instant from, Instant to, Duration step, Optional<String> channel) {
        Steps steps = new Steps(from, to, step);
        if (!from.isBefore(to)) return List.of();
        List<StepSum> sums = Mongo.run(
                "adding up the counts",
                () -> additions
                        .aggregate(pipeline(steps, channel))
                        .map(MongoMinuteCounts::read)
                        .into(new ArrayList<>()));
        sums.sort(BY_TIME);
        return sums;
    }

    private static List<Bson> pipeline(Steps steps, Optional<String> channel) {
        BsonDateTime from = Millis.atOrAfter(steps.from());
        BsonDateTime to = Millis.atOrAfter(steps.to());
        List<Bson> counted = new ArrayList<>(List.of(gte("counts.minute", from), lt("counts.minute", to)));
        channel.ifPresent(name -> counted.add(Filters.eq("counts.channel", CleanText.text(name))));
        return List.of(
                Aggregates.match(and(lt("first", to), gte("last", from))),
                Aggregates.unwind("$counts"),
                Aggregates.match(and(counted)),
                stepSums(steps.length()));
    }

    private static Document stepSums(Duration length) {
        return Document.parse("""
                {$group: {
                  _id: {
                    start: {$subtract: ["$counts.minute", {$mod: [
                      {$subtract: ["$counts.minute", {$date: 0}]}, {$numberLong: "%d"}]}]},
                    measure: "$counts.measure"},
                  count: {$sum: "$counts.count"}}}""".formatted(length.toMillis()));
    }

    private static StepSum read(Document sum) {
        Document step = Fields.part(sum, "_id");
        return new StepSum(
                Fields.time(step, "start"), Measure.valueOf(Fields.text(step, "measure")), Fields.big(sum, "count"));
    }
}
