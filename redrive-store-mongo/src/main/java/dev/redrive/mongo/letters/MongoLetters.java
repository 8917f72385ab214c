package dev.redrive.mongo.letters;

import dev.redrive.mongo.counters.Causes;
import dev.redrive.mongo.counters.Counters;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.documents.Parts;
import dev.redrive.mongo.documents.SequenceTurns;
import dev.redrive.mongo.search.MongoQuestions;
import dev.redrive.store.holds.LegalHolds;

/** The letters of a database, and all that is done with them. */
public final class MongoLetters {
    private final Counters counters;
    private final SequenceTurns turns;
    private final Batches batches;
    private final MongoCaptures captures;
    private final MongoLeases leases;
    private final MongoDecisions decisions;
    private final MongoExpiry expiry;
    private final MongoQuestions questions;
    private final MongoStreams streams;
    private final LeftParts leftParts;
    private final MongoAttributes attributes;

    /** @param dueSoon hears that letters may have become due, for other processes */
    public MongoLetters(Mongo mongo, LegalHolds holds, Runnable dueSoon) {
        Parts parts = new Parts(mongo);
        counters = new Counters(mongo);
        turns = new SequenceTurns(mongo);
        Causes causes = new Causes(mongo, counters);
        LetterChanges changes = new LetterChanges(mongo, turns);
        Settlements settlements = new Settlements(mongo, changes, causes, new OlderAttempts(changes, parts));
        StreamPositions positions = new StreamPositions(mongo);
        batches = new Batches(mongo, turns, MongoStreams.rest(positions, settlements, parts));
        attributes = new MongoAttributes(
                mongo, parts, () -> causes.tallies().byStatus().total());
        captures = new MongoCaptures(mongo, parts, batches, causes, counters, attributes, dueSoon);
        leases = new MongoLeases(mongo, parts, turns, changes, settlements);
        questions = new MongoQuestions(mongo, parts, turns, causes, attributes::kept);
        Withdrawals withdrawals = new Withdrawals(mongo, parts, turns, holds);
        LetterMoves moves = new LetterMoves(changes);
        decisions = new MongoDecisions(
                mongo,
                changes,
                moves,
                new LetterEdits(mongo, changes, parts, attributes),
                new LetterRewrites(mongo, changes, parts, turns, withdrawals, attributes),
                withdrawals,
                questions,
                causes,
                dueSoon);
        expiry = new MongoExpiry(mongo, changes, moves, withdrawals, counters);
        streams = new MongoStreams(mongo, captures, batches, positions, settlements, parts, dueSoon);
        leftParts = new LeftParts(mongo, parts);
        LetterIndexes.create(mongo);
        Mongo.run("preparing the counters", counters::prepare);
        Mongo.run("reading the search paths", attributes::prepare);
    }

    /** Finishes what processes that ended have left, and counts what has changed. */
    public void tidy() {
        Mongo.run("tidying", () -> {
            batches.recover();
            turns.repair();
            var unused = counters.fold();
            leftParts.removeSome();
        });
    }

    /** Counts what has changed. */
    public void fold() {
        Mongo.run("folding counters", () -> {
            var unused = counters.fold();
        });
    }

    public Counters counters() {
        return counters;
    }

    public MongoCaptures captures() {
        return captures;
    }

    public MongoLeases leases() {
        return leases;
    }

    public MongoDecisions decisions() {
        return decisions;
    }

    public MongoExpiry expiry() {
        return expiry;
    }

    public MongoQuestions questions() {
        return questions;
    }

    public MongoAttributes attributes() {
        return attributes;
    }

    public MongoStreams streams() {
        return streams;
    }
}
