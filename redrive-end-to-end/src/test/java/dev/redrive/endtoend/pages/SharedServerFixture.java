package dev.redrive.endtoend.pages;

import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Tests of pages that share one server without settings: each looks only at its own letters, by id or in its own channel. */
abstract class SharedServerFixture extends BrowserFixture {
    private static final AtomicInteger CHANNELS = new AtomicInteger();

    static ServerProcess server;

    /** The channel of this test alone. */
    final String channel = "orders-" + CHANNELS.incrementAndGet();

    /** A letter in it. */
    final String letter = LETTER.replace("orders", channel);

    @BeforeAll
    static void start(@TempDir Path folder) {
        server = Launch.in(folder).serve();
    }

    @AfterAll
    static void stop() {
        server.close();
    }
}
