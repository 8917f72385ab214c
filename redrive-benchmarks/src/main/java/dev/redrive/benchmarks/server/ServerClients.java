package dev.redrive.benchmarks.server;

import dev.redrive.benchmarks.measure.Callers;
import dev.redrive.benchmarks.measure.Stopwatch;
import dev.redrive.benchmarks.sample.Samples;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients that capture one letter each at a time, all at once. No letter is sent twice. */
final class ServerClients {
    private final int count;
    private final PackagedServer server;
    private final AtomicInteger next = new AtomicInteger();

    ServerClients(int count, PackagedServer server) {
        this.count = count;
        this.server = server;
    }

    /** Captures until the watch is over, which starts when all are connected; returns how many were captured. */
    long capture(Stopwatch watch, Answers answers) throws Exception {
        List<ServerClient> clients = new ArrayList<>(count);
        try {
            for (int i = 0; i < count; i++) clients.add(ServerClient.of(server));
            watch.restart();
            new Callers(count).each(i -> capture(clients.get(i), watch, answers));
            watch.stop();
            return answers.created();
        } finally {
            for (ServerClient client : clients) client.close();
        }
    }

    /** A client that gets no answer gives up: what became of its letter is not known. */
    private void capture(ServerClient client, Stopwatch watch, Answers answers) {
        try {
            while (!watch.isOver()) captureOne(client, answers);
        } catch (IOException e) {
            answers.none(e);
        }
    }

    private void captureOne(ServerClient client, Answers answers) throws IOException {
        byte[] request = client.request(Samples.of(next.getAndIncrement()));
        long started = System.nanoTime();
        HttpConnection.Answer answer = client.capture(request);
        answers.add(answer, System.nanoTime() - started);
    }
}
