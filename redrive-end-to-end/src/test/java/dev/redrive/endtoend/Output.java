package dev.redrive.endtoend;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** What a process says on one of its streams, line by line, kept from its first line on. */
final class Output {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Thread reading;

    Output(BufferedReader from, Consumer<String> listener) {
        reading = new Thread(() -> read(from, listener), "output");
        reading.setDaemon(true);
        reading.start();
    }

    private void read(BufferedReader from, Consumer<String> listener) {
        try (from) {
            for (String line = from.readLine(); line != null; line = from.readLine()) {
                lines.add(line);
                listener.accept(line);
            }
        } catch (IOException e) {
            lines.add("(the stream broke off: " + e.getMessage() + ")");
        }
    }

    /** All of it, once the process has ended. */
    String whole() throws InterruptedException {
        reading.join();
        return text();
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    String text() {
        return String.join("\n", lines);
    }
}
