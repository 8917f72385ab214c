package dev.redrive.mongo.letters;

import static dev.redrive.mongo.database.Fields.idOrNull;
import static dev.redrive.mongo.database.Fields.text;
import static dev.redrive.mongo.database.Fields.time;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.mongo.counters.CountedBatches;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.documents.LetterFields;
import dev.redrive.mongo.documents.LetterMapper;
import dev.redrive.mongo.documents.Parts;
import dev.redrive.mongo.documents.StatusWords;
import dev.redrive.mongo.documents.VersionDocument;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.streams.Intake;
import dev.redrive.store.streams.IntakeResult;
import dev.redrive.store.streams.ReturnedLetter;
import dev.redrive.store.streams.SentLetter;
import dev.redrive.store.streams.Streams;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * Takes in what stream readers bring. Letters, positions and news of letters that came back are one batch: its commit marker decides,
 * and any process can finish it.
 */
public final class MongoStreams implements Streams {
    /** The field of a batch that names the part with the news of letters that came back. */
    static final String NEWS = "news";

    private final MongoCollection<Document> letters;
    private final MongoCaptures captures;
    private final Batches batches;
    private final StreamPositions positions;
    private final Settlements settlements;
    private final Parts parts;
    private final Runnable dueSoon;

    MongoStreams(
            Mongo mongo,
            MongoCaptures captures,
            Batches batches,
            StreamPositions positions,
            Settlements settlements,
            Parts parts,
            Runnable dueSoon) {
        this.letters = mongo.collection(LetterFields.LETTERS);
        this.captures = captures;
        this.batches = batches;
        this.positions = positions;
        this.settlements = settlements;
        this.parts = parts;
        this.dueSoon = dueSoon;
    }

    /** What batches do for intakes, whichever process finishes them. */
    static Batches.Rest rest(StreamPositions positions, Settlements settlements, Parts parts) {
        return new Batches.Rest() {
            @Override
            public void finish(Document batch) {
                UUID news = idOrNull(batch, NEWS);
                if (news != null) {
                    byte[] content = parts.read(news);
                    if (content.length > 0) {
                        var unused = settlements.recordReturns(ReturnDocument.read(VersionDocument.document(content)));
                    }
                    parts.delete(List.of(news));
                }
                positions.move(batch);
            }

            @Override
            public void undo(Document batch) {
                UUID news = idOrNull(batch, NEWS);
                if (news != null) parts.delete(List.of(news));
                positions.unlock(batch);
            }
        };
    }

    @Override
    public IntakeResult ingest(Intake intake) {
        List<Document> moves = StreamPositions.moves(intake.read());
        IntakeResult result = Mongo.run("taking letters in", () -> {
            // Without new letters and positions, the news change one letter each and need no batch.
            if (intake.letters().isEmpty() && moves.isEmpty())
                return new IntakeResult(List.of(), settlements.recordReturns(intake.returned()));
            return ingest(intake, moves);
        });
        dueSoon.run();
        return result;
    }

    private IntakeResult ingest(Intake intake, List<Document> moves) {
        List<Optional<LetterStatus>> returned = new ArrayList<>();
        List<CaptureResult> captured =
                captures.capture(intake.letters(), fresh -> returned.addAll(store(fresh, moves, intake.returned())));
        return new IntakeResult(captured, returned);
    }

    /** All of it or nothing. */
    private List<Optional<LetterStatus>> store(List<Document> fresh, List<Document> moves, List<ReturnedLetter> news) {
        Document content = CountedBatches.content(fresh).append("positions", moves);
        UUID batchId = UUID.randomUUID();
        Parts.Writing writing = parts.writing();
        if (!news.isEmpty())
            content.append(NEWS, writing.write(batchId, VersionDocument.bytes(ReturnDocument.of(news))));
        Document batch = batches.begin(content);
        try {
            positions.lock(batch, batches::await);
        } catch (RuntimeException e) {
            batches.abortAfter(e, batch);
            throw e;
        }
        batches.insertHidden(batch, fresh);
        batches.commit(batch);
        List<Optional<LetterStatus>> statuses = settlements.recordReturns(news);
        batches.finish(batch);
        return statuses;
    }

    @Override
    public Map<Integer, Long> positions(String stream) {
        return Mongo.run("reading positions", () -> {
            positions.locksOf(stream).forEach(batch -> batches.settle(batch));
            return positions.of(stream);
        });
    }

    @Override
    public List<SentLetter> sent(@Nullable LetterId after, int limit) {
        return Mongo.run("listing sent letters", () -> {
            Document sent = new Document(LetterFields.STATUS, StatusWords.REPLAYED).append(LetterFields.HIDDEN, null);
            if (after != null) sent.append(LetterFields.ID, new Document("$gt", after.value()));
            return letters.find(sent)
                    .projection(
                            Projections.include(LetterFields.CHANNEL, LetterFields.RECEIPT, LetterFields.UPDATED_AT))
                    .sort(Sorts.ascending(LetterFields.ID))
                    .limit(limit)
                    .map(letter -> new SentLetter(
                            LetterMapper.letterId(letter),
                            text(letter, LetterFields.CHANNEL),
                            text(letter, LetterFields.RECEIPT),
                            time(letter, LetterFields.UPDATED_AT)))
                    .into(new ArrayList<>());
        });
    }
}
