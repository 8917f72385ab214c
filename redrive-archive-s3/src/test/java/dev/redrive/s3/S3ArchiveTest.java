package dev.redrive.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.Archives;
import dev.redrive.archive.Archive;
import dev.redrive.archive.ArchiveException;
import dev.redrive.archive.ArchiveObject;
import dev.redrive.archive.ArchiveUnavailable;
import dev.redrive.contract.ArchiveContract;
import dev.redrive.tests3.S3Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class S3ArchiveTest extends ArchiveContract {
    private static final AtomicInteger BUCKETS = new AtomicInteger();
    private static S3Server server;

    @TempDir
    Path folder;

    private final String bucket = "bucket-" + BUCKETS.incrementAndGet();

    @BeforeAll
    static void start() {
        server = S3Server.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    protected Archive emptyArchive() {
        server.createBucket(bucket);
        return TestArchives.at(server.archiveUrl(bucket, "/cold/letters"));
    }

    private Path file(String content) throws IOException {
        return Files.writeString(folder.resolve("content"), content);
    }

    @Test
    void keys_are_below_the_prefix() throws IOException {
        archive.put("dlq/a", file("x"));

        assertThat(server.bucket(bucket).resolve("cold/letters/dlq/a")).hasContent("x");
    }

    @Test
    void archives_with_other_prefixes_do_not_see_each_other() throws IOException {
        archive.put("dlq/a", file("x"));

        try (Archive whole = TestArchives.at(server.archiveUrl(bucket, ""));
                Archive other = TestArchives.at(server.archiveUrl(bucket, "/cold/letters2"))) {
            assertThat(other.list("", null, 10)).isEmpty();
            assertThat(other.folders("")).isEmpty();
            assertThat(whole.list("", null, 10)).containsExactly(new ArchiveObject("cold/letters/dlq/a", 1));
            assertThat(whole.folders("")).containsExactly("cold");
        }
    }

    @Test
    void a_large_object_is_sent_in_parts() throws IOException {
        byte[] content = new byte[13 * 1024 * 1024];
        new Random(4).nextBytes(content);
        Path file = Files.write(folder.resolve("large"), content);

        archive.put("large", file);

        assertThat(archive.list("", null, 10)).containsExactly(new ArchiveObject("large", content.length));
        assertThat(Arrays.equals(archive.read("large", 0, content.length), content))
                .isTrue();
    }

    /** As a server opens it: by its URL, without a region, with credentials that the chain finds. */
    @Test
    void it_is_opened_by_its_url_with_credentials_from_outside() throws IOException {
        System.setProperty("aws.accessKeyId", S3Server.ACCESS_KEY);
        System.setProperty("aws.secretAccessKey", S3Server.SECRET_KEY);
        String url = "s3://" + bucket + "/cold/letters?path-style=true&endpoint=" + server.endpoint();
        try (Archive opened = Archives.open(url)) {
            opened.check();
            opened.put("dlq/a", file("x"));

            assertThat(opened.address()).isEqualTo("s3://" + bucket + "/cold/letters?endpoint=" + server.endpoint());
        } finally {
            System.clearProperty("aws.accessKeyId");
            System.clearProperty("aws.secretAccessKey");
        }
        assertThat(archive.list("", null, 10)).containsExactly(new ArchiveObject("dlq/a", 1));
    }

    @Test
    void without_credentials_it_says_which_ones_it_needs() {
        System.setProperty("aws.ec2MetadataDisabled", "true");
        System.setProperty("aws.sharedCredentialsFile", folder.resolve("none").toString());
        System.setProperty("aws.configFile", folder.resolve("none").toString());
        try (Archive opened = Archives.open(server.archiveUrl(bucket, ""))) {
            assertThatThrownBy(opened::check)
                    .isInstanceOf(ArchiveException.class)
                    .isNotInstanceOf(ArchiveUnavailable.class)
                    .hasMessageContaining("there are no credentials for s3://" + bucket)
                    .hasMessageContaining("AWS_ACCESS_KEY_ID");
        } finally {
            System.clearProperty("aws.ec2MetadataDisabled");
            System.clearProperty("aws.sharedCredentialsFile");
            System.clearProperty("aws.configFile");
        }
    }
}
