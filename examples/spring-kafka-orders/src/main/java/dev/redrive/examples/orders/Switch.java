package dev.redrive.examples.orders;

/** Whether a service that this application calls is down. */
final class Switch {
    private volatile boolean down;

    void turn(boolean toDown) {
        down = toDown;
    }

    boolean isDown() {
        return down;
    }
}
