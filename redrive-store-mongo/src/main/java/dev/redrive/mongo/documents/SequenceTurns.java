package dev.redrive.mongo.documents;

import static dev.redrive.mongo.database.Fields.id;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import dev.redrive.letter.LetterId;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.database.MongoErrors;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.bson.Document;

/**
 * Whose turn it is in each sequence of an ordered channel. One open letter has the turn, and a unique index sees to that; the others are
 * behind it. Giving the turn to the oldest one behind is right at any time and does nothing while somebody has it, so that it is done
 * after every change that may call for it.
 */
public final class SequenceTurns {
    private static final int TRIES = 100;
    private static final int REPAIRED_AT_ONCE = 1000;

    private final MongoCollection<Document> letters;

    public SequenceTurns(Mongo mongo) {
        this.letters = mongo.newest(LetterFields.LETTERS);
    }

    /** In each of these sequences somebody has the turn afterwards, when a letter is in it at all. */
    public void pass(Collection<UUID> sequences) {
        Set<UUID> free = new HashSet<>(sequences);
        if (free.isEmpty()) return;
        free.removeAll(holders(free).keySet());
        free.forEach(this::pass);
    }

    private void pass(UUID sequence) {
        for (int i = 0; i < TRIES; i++) {
            Document next = letters.find(Filters.and(
                            Filters.eq(LetterFields.SEQUENCE, sequence),
                            Filters.eq(LetterFields.BEHIND, true),
                            LetterFields.visible()))
                    .projection(Projections.include(LetterFields.ID))
                    .sort(Sorts.ascending(LetterFields.ID))
                    .limit(1)
                    .first();
            if (next == null || give(sequence, id(next, LetterFields.ID))) return;
        }
    }

    /** False when it is not behind any more, so that another one has to be found. */
    private boolean give(UUID sequence, UUID letter) {
        try {
            return letters.updateOne(
                                    Filters.and(
                                            Filters.eq(LetterFields.ID, letter),
                                            Filters.eq(LetterFields.SEQUENCE, sequence),
                                            Filters.eq(LetterFields.BEHIND, true)),
                                    new Change()
                                            .set(LetterFields.TURN, sequence)
                                            .unset(LetterFields.BEHIND)
                                            .update())
                            .getMatchedCount()
                    == 1;
        } catch (MongoException e) {
            if (MongoErrors.isDuplicate(e)) return true; // another one has it
            throw e;
        }
    }

    /** The letters whose turn it is. */
    public Map<UUID, LetterId> holders(Collection<UUID> sequences) {
        Map<UUID, LetterId> holders = new HashMap<>();
        if (sequences.isEmpty()) return holders;
        try (MongoCursor<Document> found = letters.find(Filters.in(LetterFields.TURN, sequences))
                .projection(Projections.include(LetterFields.TURN))
                .iterator()) {
            while (found.hasNext()) {
                Document holder = found.next();
                holders.put(id(holder, LetterFields.TURN), new LetterId(id(holder, LetterFields.ID)));
            }
        }
        return holders;
    }

    /** The holders that these letters wait for. */
    public Map<UUID, LetterId> holdersFor(Collection<Document> waiting) {
        Set<UUID> sequences = new HashSet<>();
        for (Document letter : waiting) {
            UUID sequence = LetterMapper.waitsIn(letter);
            if (sequence != null) sequences.add(sequence);
        }
        return holders(sequences);
    }

    /** Gives turns that nobody has because a process ended in between. */
    public void repair() {
        List<Document> behind = letters.find(Filters.and(Filters.eq(LetterFields.BEHIND, true), LetterFields.visible()))
                .projection(Projections.include(LetterFields.SEQUENCE))
                .limit(REPAIRED_AT_ONCE)
                .into(new ArrayList<>());
        pass(behind.stream().map(letter -> id(letter, LetterFields.SEQUENCE)).toList());
    }
}
