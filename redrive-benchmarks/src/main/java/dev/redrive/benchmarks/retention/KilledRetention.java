package dev.redrive.benchmarks.retention;

import dev.redrive.Archives;
import dev.redrive.Redrive;
import dev.redrive.retention.RunResult;
import dev.redrive.store.retention.Retention;
import java.io.IOException;

/** The process that is killed: says that it begins and runs retention once. */
final class KilledRetention {
    /** Of all of them, or each would only wait until the lease of the one that was killed before it ends. */
    private static final String NODE = "killed";

    private KilledRetention() {}

    /** Arguments: the URL of the store and that of the archive. */
    public static void main(String[] args) throws IOException {
        try (Redrive redrive = Redrive.at(args[0])
                .withoutJournal()
                .engine(options -> options.worker(NODE))
                .retention(Retention.defaults())
                .archive(Archives.open(args[1]))
                .open()) {
            System.out.println("begins");
            RunResult result = redrive.retention().run();
            while (result instanceof RunResult.Busy)
                result = redrive.retention().run();
            if (!(result instanceof RunResult.Done ran) || ran.run().problem() != null)
                throw new IOException("retention ended early: " + result);
        }
    }
}
