package dev.redrive.mongo.book;

import dev.redrive.alert.AlertLog;
import dev.redrive.audit.AuditLog;
import dev.redrive.ledger.ReplayBook;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.series.MinuteCounts;
import dev.redrive.store.channels.ChannelHolds;
import dev.redrive.store.holds.LegalHolds;
import dev.redrive.store.nodes.Nodes;
import dev.redrive.store.retention.RetentionLog;
import dev.redrive.store.views.SavedViews;

/** The books beside the letters of one database. */
public record MongoBooks(
        AuditLog audit,
        AlertLog alerts,
        MinuteCounts series,
        ReplayBook replays,
        LegalHolds holds,
        ChannelHolds channelHolds,
        SavedViews savedViews,
        Nodes nodes,
        RetentionLog retentionLog) {
    /** Creates the indexes that are missing. */
    public static MongoBooks open(Mongo mongo) {
        return new MongoBooks(
                new MongoAuditLog(mongo),
                new MongoAlertLog(mongo),
                new MongoMinuteCounts(mongo),
                new MongoReplayBook(mongo),
                new MongoLegalHolds(mongo),
                new MongoChannelHolds(mongo),
                new MongoSavedViews(mongo),
                new MongoNodes(mongo),
                new MongoRetentionLog(mongo));
    }
}
