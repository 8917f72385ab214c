package dev.redrive.benchmarks.store;

import dev.redrive.benchmarks.measure.Subject;

/** Redrive on one database. Only Redrive is asked more than storing and draining. */
public interface Ours extends Subject {
    /** Times the queries of the pages: lists, counts, causes. */
    void query() throws Exception;

    /** Weighs what stays in memory while letters wait. */
    void heap() throws Exception;
}
