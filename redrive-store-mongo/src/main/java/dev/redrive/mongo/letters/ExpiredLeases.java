package dev.redrive.mongo.letters;

import static dev.redrive.mongo.database.Fields.date;
import static dev.redrive.mongo.database.Fields.id;
import static dev.redrive.mongo.database.Fields.number;
import static dev.redrive.mongo.database.Fields.text;
import static dev.redrive.mongo.database.Fields.time;
import static dev.redrive.mongo.database.Fields.timeOrNull;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Projections;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.LetterStatus;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.documents.AttemptDocument;
import dev.redrive.mongo.documents.Change;
import dev.redrive.mongo.documents.LetterFields;
import dev.redrive.mongo.documents.LetterMapper;
import dev.redrive.mongo.documents.StatusWords;
import dev.redrive.mongo.letters.LetterChanges.Decided;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** Takes letters back from workers whose leases ran out. */
final class ExpiredLeases {
    private static final int AT_ONCE = 500;

    private final MongoCollection<Document> letters;
    private final LetterChanges changes;

    ExpiredLeases(Mongo mongo, LetterChanges changes) {
        this.letters = mongo.newest(LetterFields.LETTERS);
        this.changes = changes;
    }

    void recover(Instant now) {
        List<Document> lost;
        do {
            lost = letters.find(new Document(LetterFields.STATUS, StatusWords.PROCESSING)
                            .append(LetterFields.LOCKED_UNTIL, new Document("$lte", date(now))))
                    .projection(Projections.include(LetterFields.ID))
                    .limit(AT_ONCE)
                    .into(new ArrayList<>());
            List<UUID> ids =
                    lost.stream().map(letter -> id(letter, LetterFields.ID)).toList();
            changes.change(ids, LetterChanges.STATE, (id, letter) -> recovered(letter, now));
        } while (lost.size() == AT_ONCE);
    }

    private static Decided<Boolean> recovered(@Nullable Document letter, Instant now) {
        if (letter == null
                || !LetterMapper.isHeld(letter)
                || time(letter, LetterFields.LOCKED_UNTIL).isAfter(now)) return Decided.nothing(false);
        Instant started = time(letter, LetterFields.LOCKED_AT);
        Instant until = time(letter, LetterFields.LOCKED_UNTIL);
        Change change = new Change();
        AttemptDocument.append(
                change,
                new Attempt(
                        number(letter, LetterFields.ATTEMPT),
                        started,
                        Duration.between(started, until),
                        text(letter, LetterFields.LOCKED_BY),
                        "unknown",
                        Attempt.Result.LEASE_LOST,
                        null));
        Leasing.end(change).set(LetterFields.UPDATED_AT, date(now));
        if (letter.containsKey(LetterFields.BACK_TO))
            return Decided.to(
                    true,
                    change.set(LetterFields.STATUS, text(letter, LetterFields.BACK_TO))
                            .set(LetterFields.NEXT_RETRY_AT, date(timeOrNull(letter, LetterFields.BACK_DUE))));
        boolean last = number(letter, LetterFields.RETRY_COUNT) >= number(letter, LetterFields.MAX_RETRIES);
        return Decided.to(
                true,
                change.set(LetterFields.STATUS, StatusWords.of(last ? LetterStatus.FAILED : LetterStatus.PENDING))
                        .set(LetterFields.NEXT_RETRY_AT, last ? null : date(until)));
    }
}
