package dev.redrive.jdbc;

import dev.redrive.letter.Resolution;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.Settlement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A second process that works on the same store as the test. */
final class OtherProcess {
    private OtherProcess() {}

    /** Starts so many processes that drain the store together; returns what each of them processed. */
    static List<Set<String>> drain(String url, int processes) throws IOException {
        List<Process> running = new ArrayList<>();
        for (int i = 0; i < processes; i++) running.add(start(url, "drain", "0"));
        List<Set<String>> drained = new ArrayList<>();
        for (Process process : running) drained.add(new HashSet<>(output(process)));
        return drained;
    }

    /** A process that claims everything and is then killed, as with kill -9. */
    static void claimAndDie(String url, Duration lease) throws IOException {
        List<String> output = output(start(url, "die", String.valueOf(lease.toMillis())));
        if (!output.contains("claimed")) throw new IOException("it did not claim: " + output);
    }

    private static Process start(String url, String mode, String lease) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OtherProcess.class.getName(),
                        url,
                        mode,
                        lease)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static List<String> output(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }

    /** The other process. */
    public static void main(String[] args) {
        try (DeadLetterStore store = new JdbcStoreProvider().open(args[0]).orElseThrow()) {
            if (args[1].equals("die")) {
                store.claim(ClaimRequest.of("victim", 1000, Duration.ofMillis(Long.parseLong(args[2]))));
                System.out.println("claimed");
                System.out.flush();
                Runtime.getRuntime().halt(137);
            }
            drain(store);
        }
    }

    private static void drain(DeadLetterStore store) {
        String me = "process-" + ProcessHandle.current().pid();
        for (int empty = 0; empty < 20; ) {
            List<LeasedLetter> claimed = store.claim(ClaimRequest.of(me, 7, Duration.ofMinutes(1)));
            empty = claimed.isEmpty() ? empty + 1 : 0;
            claimed.forEach(c -> System.out.println(c.letter().id()));
            store.settle(claimed.stream()
                    .map(c -> new Settlement(
                            c.lease(),
                            Duration.ZERO,
                            "none",
                            new Settlement.Succeeded(Resolution.How.AUTOMATIC_RETRY, me)))
                    .toList());
        }
    }
}
