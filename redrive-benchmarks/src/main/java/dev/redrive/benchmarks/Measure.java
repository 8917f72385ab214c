package dev.redrive.benchmarks;

/** What one work did and what it cost. The seconds are those that count, which may be fewer than were spent. */
record Measure(long entries, double seconds, Spent spent) {
    double rate() {
        return entries / seconds;
    }

    Measure plus(Measure other) {
        return new Measure(entries + other.entries, seconds + other.seconds, spent.plus(other.spent));
    }

    double jvmMicrosPerEntry() {
        return (double) spent.jvm() / Math.max(1, entries);
    }

    double serverMicrosPerEntry() {
        return (double) spent.server() / Math.max(1, entries);
    }

    double othersShare() {
        return spent.othersShare();
    }
}
