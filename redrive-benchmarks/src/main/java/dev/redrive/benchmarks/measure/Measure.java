package dev.redrive.benchmarks.measure;

/** What one work did and what it cost. The seconds are those that count, which may be fewer than were spent. */
public record Measure(long entries, double seconds, Spent spent) {
    public double rate() {
        return entries / seconds;
    }

    public Measure plus(Measure other) {
        return new Measure(entries + other.entries, seconds + other.seconds, spent.plus(other.spent));
    }

    public double jvmMicrosPerEntry() {
        return (double) spent.jvm() / Math.max(1, entries);
    }

    public double serverMicrosPerEntry() {
        return (double) spent.server() / Math.max(1, entries);
    }

    public double othersShare() {
        return spent.othersShare();
    }
}
