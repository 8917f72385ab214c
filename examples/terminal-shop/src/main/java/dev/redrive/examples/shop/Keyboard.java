package dev.redrive.examples.shop;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Reads commands, one a line, on a thread of its own. The end of the input ends nothing but the reading. */
final class Keyboard {
    private final BlockingQueue<Command> commands = new LinkedBlockingQueue<>();

    static Keyboard on(InputStream in) {
        Keyboard keyboard = new Keyboard();
        Thread reader = new Thread(() -> keyboard.read(in), "keyboard");
        reader.setDaemon(true);
        reader.start();
        return keyboard;
    }

    private void read(InputStream in) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, Charset.defaultCharset()))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine())
                Command.of(line).ifPresent(this::press);
        } catch (IOException endOfInput) {
            // A terminal that went away sends no more commands.
        }
    }

    void press(Command command) {
        commands.add(command);
    }

    /** The next command, when there is one within this time. */
    Optional<Command> next(Duration within) throws InterruptedException {
        return Optional.ofNullable(commands.poll(within.toMillis(), TimeUnit.MILLISECONDS));
    }
}
