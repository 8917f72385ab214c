package dev.redrive.kafka.publish;

import dev.redrive.letter.Category;

/** Counts what happens on dead letter topics. The topic is always the original one. */
public interface DlqMeters {
    DlqMeters NONE = new DlqMeters() {
        @Override
        public void published(String topic, Category category) {}

        @Override
        public void notPublished(String topic, String errorType) {}

        @Override
        public void payloadCut(String topic) {}

        @Override
        public void retried(String topic) {}

        @Override
        public void notRetried(String topic) {}
    };

    /** The broker has the record, at once or after it waited in the journal. */
    void published(String topic, Category category);

    /** The broker did not take the record; it may be in the journal. Counted once for each record. */
    void notPublished(String topic, String errorType);

    /** The broker has the record, but not all of it: its topic does not take records of that size. */
    void payloadCut(String topic);

    /** The record is on its original topic again. */
    void retried(String topic);

    /** The record could not be sent back this time, or all its retries are used up. */
    void notRetried(String topic);
}
