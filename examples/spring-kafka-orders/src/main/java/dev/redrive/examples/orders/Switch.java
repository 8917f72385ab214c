package dev.redrive.examples.orders;

/** Whether somebody else's service works. */
final class Switch {
    private volatile boolean down;

    void turn(boolean toDown) {
        down = toDown;
    }

    boolean isDown() {
        return down;
    }
}
