package dev.redrive.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.archive.Archive;
import dev.redrive.archive.ArchiveException;
import dev.redrive.archive.ArchiveUnavailable;
import dev.redrive.archive.NoSuchObject;
import dev.redrive.tests3.S3Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Wrong settings, and servers and networks that fail. */
class S3BadDaysTest {
    private static final String BUCKET = "letters";
    private static final int MEGABYTE = 1024 * 1024;
    /** What calls with the short limits take, and a slow machine on top. */
    private static final Duration BOUND = Duration.ofSeconds(30);

    private static S3Server server;

    @TempDir
    Path folder;

    private TcpProxy proxy;
    private S3Archive archive;

    @BeforeAll
    static void start() {
        server = S3Server.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void open() {
        server.createBucket(BUCKET);
        proxy = new TcpProxy(server.endpoint());
        archive = TestArchives.at(url(proxy.endpoint()));
    }

    @AfterEach
    void close() throws IOException {
        archive.close();
        proxy.close();
        server.startAgain();
        server.deleteBucket(BUCKET);
    }

    private static String url(String endpoint) {
        return "s3://" + BUCKET + "/cold?endpoint=" + endpoint + "&region=us-east-1&path-style=true";
    }

    private Path file(int size) {
        byte[] content = new byte[size];
        new Random(size).nextBytes(content);
        try {
            return Files.write(folder.resolve("content-" + size), content);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Every method of an archive that speaks with the server. */
    private List<Consumer<Archive>> everyCall() {
        List<Consumer<Archive>> calls = new ArrayList<>(everyCallExceptDelete());
        calls.add(a -> a.delete("dlq/a"));
        return calls;
    }

    private List<Consumer<Archive>> everyCallExceptDelete() {
        Path small = file(10);
        return List.of(
                a -> a.put("dlq/new", small),
                a -> a.stat("dlq/a"),
                a -> a.read("dlq/a", 0, 10),
                a -> a.list("dlq/", null, 10),
                a -> a.folders("dlq/"),
                Archive::check);
    }

    private static void assertBounded(ThrowingCallable call) {
        long start = System.nanoTime();
        assertThatThrownBy(call).isInstanceOf(ArchiveUnavailable.class).hasMessageContaining("it is tried again");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
        assertThat(Thread.currentThread().isInterrupted()).as("interrupted").isFalse();
    }

    // Settings

    @Test
    void a_wrong_secret_is_said_with_what_to_do() {
        Archive wrong = TestArchives.at(url(server.endpoint()), CallLimits.USUAL, S3Server.ACCESS_KEY, "guessed");

        assertThatThrownBy(wrong::check)
                .isInstanceOf(ArchiveException.class)
                .isNotInstanceOf(ArchiveUnavailable.class)
                .hasMessageContaining("the credentials for s3://letters/cold")
                .hasMessageContaining("AWS_ACCESS_KEY_ID")
                .hasMessageContaining("SignatureDoesNotMatch")
                .hasMessageNotContaining("guessed");
    }

    @Test
    void an_unknown_access_key_is_said_with_what_to_do() {
        Archive wrong = TestArchives.at(url(server.endpoint()), CallLimits.USUAL, "nobody", S3Server.SECRET_KEY);

        assertThatThrownBy(wrong::check)
                .isInstanceOf(ArchiveException.class)
                .isNotInstanceOf(ArchiveUnavailable.class)
                .hasMessageContaining("the credentials for s3://letters/cold")
                .hasMessageNotContaining(S3Server.SECRET_KEY);
    }

    @Test
    void no_call_takes_wrong_credentials_for_an_empty_archive() {
        Archive wrong = TestArchives.at(url(server.endpoint()), CallLimits.USUAL, S3Server.ACCESS_KEY, "guessed");

        for (Consumer<Archive> call : everyCall())
            assertThatThrownBy(() -> call.accept(wrong))
                    .isInstanceOf(ArchiveException.class)
                    .isNotInstanceOf(NoSuchObject.class)
                    .isNotInstanceOf(ArchiveUnavailable.class);
    }

    @Test
    void a_bucket_that_vanishes_is_not_taken_for_an_empty_archive() {
        archive.put("dlq/a", file(10));

        server.deleteBucket(BUCKET);

        // This server has nothing against deleting what is in no bucket.
        for (Consumer<Archive> call : everyCallExceptDelete())
            assertThatThrownBy(() -> call.accept(archive))
                    .isInstanceOf(ArchiveException.class)
                    .isNotInstanceOf(NoSuchObject.class)
                    .hasMessageContaining("there is no bucket letters; create it");
        server.createBucket(BUCKET);
    }

    @Test
    void a_bucket_that_comes_back_is_used_again() {
        server.deleteBucket(BUCKET);
        assertThatThrownBy(archive::check).isInstanceOf(ArchiveException.class);

        server.createBucket(BUCKET);

        archive.check();
        archive.put("dlq/a", file(10));
        assertThat(archive.list("", null, 10)).hasSize(1);
    }

    // The network

    @Test
    void a_server_that_hangs_is_given_up_in_time() {
        proxy.hang();

        try (Archive impatient = TestArchives.at(url(proxy.endpoint()), TestArchives.SHORT)) {
            for (Consumer<Archive> call : everyCall()) assertBounded(() -> call.accept(impatient));
        }
    }

    /** The client waits in vain until it may send the body, which is more than the buffers of sockets take. */
    @Test
    void a_server_that_reads_nothing_is_given_up_in_time() {
        Path large = file(6 * MEGABYTE);
        proxy.hang();

        try (Archive impatient = TestArchives.at(url(proxy.endpoint()), TestArchives.SHORT)) {
            assertBounded(() -> impatient.put("dlq/large", large));
        }
    }

    @Test
    void a_server_that_stops_reading_is_given_up_in_time() throws Exception {
        Path large = file(6 * MEGABYTE);

        try (StallingServer stalling = StallingServer.plain();
                Archive stalled = TestArchives.at(url(stalling.endpoint()), TestArchives.SHORT)) {
            assertBounded(() -> stalled.put("dlq/large", large));
            assertThat(stalling.stalls()).isPositive();
        }
    }

    /** Closing a TLS socket waits for a write that hangs, if nothing limits it. */
    @Test
    void a_server_that_stops_reading_behind_tls_is_given_up_in_time() throws Exception {
        Path large = file(6 * MEGABYTE);

        try (StallingServer stalling = StallingServer.withTls(folder);
                Archive stalled = TestArchives.at(
                        url(stalling.endpoint()), TestArchives.SHORT, "any", "any", stalling.trusting())) {
            assertBounded(() -> stalled.put("dlq/large", large));
            assertThat(stalling.stalls()).isPositive();
        }
    }

    @Test
    void a_certificate_that_is_not_trusted_is_named() throws Exception {
        try (StallingServer stranger = StallingServer.withTls(folder);
                Archive untrusted = TestArchives.at(url(stranger.endpoint()))) {
            assertThatThrownBy(() -> untrusted.stat("dlq/a"))
                    .isInstanceOf(ArchiveException.class)
                    .isNotInstanceOf(ArchiveUnavailable.class)
                    .hasMessageContaining("is not trusted")
                    .hasMessageContaining("trust store");
        }
    }

    @Test
    void a_server_that_cannot_be_reached_is_named() throws IOException {
        proxy.close();

        for (Consumer<Archive> call : everyCall())
            assertThatThrownBy(() -> call.accept(archive))
                    .isInstanceOf(ArchiveUnavailable.class)
                    .hasMessageContaining("s3://letters/cold?endpoint=" + proxy.endpoint())
                    .hasMessageContaining("Connection refused");
    }

    @Test
    void a_slow_server_is_waited_for() {
        archive.put("dlq/a", file(100_000));
        proxy.slowDown(20);

        assertThat(archive.read("dlq/a", 0, 100_000)).hasSize(100_000);
        assertThat(archive.list("", null, 10)).hasSize(1);
    }

    @Test
    void an_answer_that_is_cut_off_is_asked_for_again() throws IOException {
        Path content = file(MEGABYTE);
        archive.put("dlq/a", content);

        proxy.cut(1, 300_000);

        byte[] read = archive.read("dlq/a", 0, MEGABYTE);
        assertThat(Arrays.equals(read, Files.readAllBytes(content))).isTrue();
    }

    @Test
    void half_an_answer_is_never_taken_for_the_whole() {
        archive.put("dlq/a", file(MEGABYTE));

        proxy.cut(100, 300_000);

        assertThatThrownBy(() -> archive.read("dlq/a", 0, MEGABYTE))
                .isInstanceOf(ArchiveUnavailable.class)
                .hasMessageContaining("cut");
    }

    @Test
    void an_upload_whose_connection_is_cut_is_sent_again() throws IOException {
        Path content = file(MEGABYTE);
        proxy.cut(1, 0);

        archive.put("dlq/a", content);

        assertThat(Arrays.equals(archive.read("dlq/a", 0, MEGABYTE), Files.readAllBytes(content)))
                .isTrue();
        assertThat(proxy.connections()).isGreaterThan(1);
    }

    // The server

    @Test
    void a_server_that_was_killed_is_used_again_when_it_is_back() {
        archive.put("dlq/a", file(10));

        server.kill();
        assertThatThrownBy(() -> archive.read("dlq/a", 0, 10)).isInstanceOf(ArchiveUnavailable.class);
        assertThatThrownBy(() -> archive.put("dlq/b", file(10))).isInstanceOf(ArchiveUnavailable.class);
        server.startAgain();

        assertThat(archive.read("dlq/a", 0, 10)).hasSize(10);
        archive.put("dlq/b", file(10));
        assertThat(archive.list("dlq/", null, 10)).hasSize(2);
    }

    @Test
    void parts_of_an_upload_that_ended_early_are_no_object() {
        Path large = file(13 * MEGABYTE);
        archive.put("dlq/a", file(10));
        server.deleteBucket(BUCKET);

        assertThatThrownBy(() -> archive.put("dlq/large", large)).isInstanceOf(ArchiveException.class);
        server.createBucket(BUCKET);

        assertThat(archive.list("", null, 10)).isEmpty();
    }
}
