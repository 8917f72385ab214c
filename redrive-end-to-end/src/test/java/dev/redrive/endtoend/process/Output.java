package dev.redrive.endtoend.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The output of a process on one of its streams, line by line, from its first line on. */
public final class Output {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Thread reading;

    public Output(BufferedReader from, Consumer<String> listener) {
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
    public String whole() throws InterruptedException {
        reading.join();
        return text();
    }

    public List<String> lines() {
        return List.copyOf(lines);
    }

    public String text() {
        return String.join("\n", lines);
    }
}
