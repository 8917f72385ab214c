package dev.redrive.server.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.redrive.classify.Classifier;
import dev.redrive.classify.ErrorFacts;
import dev.redrive.contract.SettableClock;
import dev.redrive.engine.RejectedByTarget;
import dev.redrive.engine.Target;
import dev.redrive.letter.Category;
import dev.redrive.server.config.ChannelSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TroublesomeTargetTest {
    /** Writes an answer to a request, or nothing. */
    private interface Manners {
        void behave(Socket client) throws Exception;
    }

    /** A server on the bare socket. */
    private static final class RawServer implements AutoCloseable {
        private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

        RawServer(Manners manners) throws IOException {
            Thread thread = new Thread(() -> serve(manners), "raw-server");
            thread.setDaemon(true);
            thread.start();
        }

        private void serve(Manners manners) {
            while (!socket.isClosed()) {
                try (Socket client = socket.accept()) {
                    readHead(client.getInputStream());
                    manners.behave(client);
                } catch (Exception e) {
                    // The client went away, or this server did.
                }
            }
        }

        private static void readHead(InputStream in) throws IOException {
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                int next = in.read();
                if (next < 0) throw new IOException("ended early");
                head.append((char) next);
            }
        }

        URI url() {
            return URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/in");
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private static void say(Socket client, String text) throws IOException {
        client.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        client.getOutputStream().flush();
    }

    private static void hang(Socket client) throws IOException {
        while (client.getInputStream().read() >= 0) {
            // Until the other side hangs up.
        }
    }

    private static void sayForEver(Socket client) throws IOException {
        byte[] chunk = ("400\r\n" + "x".repeat(1024) + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
        OutputStream out = client.getOutputStream();
        while (true) out.write(chunk);
    }

    private static HttpTarget target(URI url, Duration timeout) {
        return new HttpTarget(
                new ChannelSettings.HttpTarget(url, timeout, Map.of(), Optional.empty()),
                new Outbound(),
                letter -> Map.of(),
                SettableClock.standing());
    }

    private static Category category(Throwable thrown) {
        return new Classifier(List.of()).classify(ErrorFacts.chain(thrown)).category();
    }

    @Test
    void a_target_that_never_answers_is_a_timeout() throws Exception {
        try (RawServer server = new RawServer(TroublesomeTargetTest::hang)) {
            HttpTarget target = target(server.url(), Duration.ofMillis(300));

            Throwable thrown = catchThrowable(() -> target.send(TestLetters.saying("{}")));

            assertThat(thrown).hasMessageContaining("no answer from").hasMessageContaining("within 300 ms");
            assertThat(category(thrown)).isEqualTo(Category.TIMEOUT);
        }
    }

    @Test
    void a_target_that_hangs_up_before_it_answers_is_an_outage() throws Exception {
        try (RawServer server = new RawServer(client -> {})) {
            HttpTarget target = target(server.url(), Duration.ofSeconds(20));

            Throwable thrown = catchThrowable(() -> target.send(TestLetters.saying("{}")));

            assertThat(thrown).hasMessageContaining("ended before there was an answer");
            assertThat(category(thrown)).isEqualTo(Category.DOWNSTREAM_FAILURE);
        }
    }

    @Test
    void a_target_that_talks_nonsense_is_an_outage() throws Exception {
        try (RawServer server = new RawServer(client -> say(client, "SSH-2.0-OpenSSH_9.6\r\n\r\n"))) {
            HttpTarget target = target(server.url(), Duration.ofSeconds(20));

            Throwable thrown = catchThrowable(() -> target.send(TestLetters.saying("{}")));

            assertThat(category(thrown)).isEqualTo(Category.DOWNSTREAM_FAILURE);
        }
    }

    @Test
    void a_refused_connection_is_an_outage() throws Exception {
        try (Socket bound = new Socket()) {
            // Reserves a port and does not listen on it.
            bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            URI url = URI.create("http://127.0.0.1:" + bound.getLocalPort() + "/in");

            Throwable thrown =
                    catchThrowable(() -> target(url, Duration.ofSeconds(20)).send(TestLetters.saying("{}")));

            assertThat(thrown).hasMessageContaining("cannot connect to " + url);
            assertThat(category(thrown)).isEqualTo(Category.DOWNSTREAM_FAILURE);
        }
    }

    @Test
    void a_yes_counts_even_when_its_body_never_ends() throws Exception {
        String yes = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
        CompletableFuture<Void> hungUp = new CompletableFuture<>();
        Manners endless = client -> {
            say(client, yes);
            try {
                sayForEver(client);
            } finally {
                hungUp.complete(null);
            }
        };
        try (RawServer server = new RawServer(endless)) {
            HttpTarget target = target(server.url(), Duration.ofSeconds(20));

            assertThat(target.send(TestLetters.saying("{}"))).isEqualTo(new Target.Delivery.Done());

            hungUp.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void a_yes_counts_even_when_its_body_does_not_come() throws Exception {
        Manners silent = client -> {
            say(client, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc");
            hang(client);
        };
        try (RawServer server = new RawServer(silent)) {
            HttpTarget target = target(server.url(), Duration.ofSeconds(5));

            assertThat(target.send(TestLetters.saying("{}"))).isEqualTo(new Target.Delivery.Done());
        }
    }

    @Test
    void a_no_counts_even_when_its_body_breaks_off() throws Exception {
        Manners broken = client -> say(client, "HTTP/1.1 422 No\r\nContent-Length: 1000\r\n\r\nmissing field");
        try (RawServer server = new RawServer(broken)) {
            HttpTarget target = target(server.url(), Duration.ofSeconds(20));

            Throwable thrown = catchThrowable(() -> target.send(TestLetters.saying("{}")));

            assertThat(thrown)
                    .isInstanceOf(RejectedByTarget.class)
                    .hasMessageEndingWith("/in answered 422: missing field");
        }
    }

    @Test
    void a_worker_that_is_interrupted_lets_go() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        Manners silent = client -> {
            arrived.countDown();
            hang(client);
        };
        try (RawServer server = new RawServer(silent)) {
            HttpTarget target = target(server.url(), Duration.ofMinutes(5));
            CompletableFuture<Throwable> outcome = new CompletableFuture<>();
            Thread worker =
                    new Thread(() -> outcome.complete(catchThrowable(() -> target.send(TestLetters.saying("{}")))));
            worker.start();
            assertThat(arrived.await(20, TimeUnit.SECONDS)).isTrue();

            worker.interrupt();

            assertThat(outcome.get(20, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        }
    }

    @Test
    void an_untrusted_certificate_is_refused() throws Exception {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(selfSigned()));
        server.start();
        try {
            URI url = URI.create("https://127.0.0.1:" + server.getAddress().getPort() + "/in");

            Throwable thrown =
                    catchThrowable(() -> target(url, Duration.ofSeconds(20)).send(TestLetters.saying("{}")));

            assertThat(thrown).hasMessageContaining("no trusted connection to " + url);
            assertThat(category(thrown)).isEqualTo(Category.DOWNSTREAM_FAILURE);
        } finally {
            server.stop(0);
        }
    }

    /** The test certificate of the mail server for tests. */
    private static SSLContext selfSigned() throws Exception {
        char[] password = "changeit".toCharArray();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = TroublesomeTargetTest.class.getResourceAsStream("/greenmail.p12")) {
            keys.load(in, password);
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, password);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }
}
