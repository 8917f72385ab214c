package dev.redrive.kafka.publish;

/**
 * The order of one dead letter topic. While one of its records waits in the journal, later ones go there too, so that
 * none overtakes it.
 */
final class TopicOrder {
    private int direct;
    private int waiting;

    /** True when the record can be sent; false when it goes to the journal, behind others. */
    synchronized boolean enter() {
        if (waiting == 0) direct++;
        else waiting++;
        return waiting == 0;
    }

    /** One that was sent has failed and will wait. It counts as sent until it does, see {@link #isSettled()}. */
    synchronized void addFailed() {
        waiting++;
    }

    synchronized void leaveDirect() {
        direct--;
    }

    synchronized void leaveWaiting() {
        waiting--;
    }

    synchronized void addWaiting(int inJournal) {
        waiting += inJournal;
    }

    /** Whether all that were sent are acknowledged or in the journal: only then is the order in it complete. */
    synchronized boolean isSettled() {
        return direct == 0;
    }
}
