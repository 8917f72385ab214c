package dev.redrive.benchmarks.measure;

/** One thing that is measured: what can be done by hand, another library or Redrive. */
public interface Subject {
    /** Stores entries durably. */
    void capture() throws Exception;

    /** Claims due entries, hands each to a handler that succeeds and durably marks it as done. */
    void drain() throws Exception;
}
