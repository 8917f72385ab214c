package dev.redrive.examples.shop;

/** Something that is in order or not, and can be broken and repaired while the shop is open. */
final class Switch {
    private volatile boolean broken;

    boolean isBroken() {
        return broken;
    }

    void breakIt() {
        broken = true;
    }

    void repair() {
        broken = false;
    }

    void flip() {
        if (isBroken()) repair();
        else breakIt();
    }
}
