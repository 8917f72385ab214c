package dev.redrive.kafka.publish;

/**
 * The records of one dead letter topic on their way. While one of them waits in the journal, later ones go there too, so that
 * none overtakes it.
 */
final class TopicOrder {
    private int direct;
    private int waiting;

    /** True: send it. False: it goes to the journal, behind others. */
    synchronized boolean enter() {
        if (waiting == 0) direct++;
        else waiting++;
        return waiting == 0;
    }

    /** One that was sent has failed and will wait. It counts as sent until it does, see {@link #settled()}. */
    synchronized void turnBack() {
        waiting++;
    }

    synchronized void leaveDirect() {
        direct--;
    }

    synchronized void leaveWaiting() {
        waiting--;
    }

    synchronized void found(int inJournal) {
        waiting += inJournal;
    }

    /** Whether all that were sent are acknowledged or in the journal: only then is the order in it complete. */
    synchronized boolean settled() {
        return direct == 0;
    }
}
