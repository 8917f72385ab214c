package dev.redrive.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.redrive.archive.Archive;
import dev.redrive.archive.ArchiveException;
import dev.redrive.archive.ArchiveUnavailable;
import dev.redrive.s3.RecordingServer.Request;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is sent, and what answers mean. */
class S3RequestsTest {
    private static final String STARTED =
            "<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>";

    @TempDir
    Path folder;

    private static String error(String code, String message) {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>" + code + "</Code><Message>" + message
                + "</Message><RequestId>4442587FB7D0A2F9</RequestId></Error>";
    }

    private static Archive archive(RecordingServer server, String options) {
        return TestArchives.at(
                "s3://letters/cold?endpoint=" + server.endpoint() + "&region=eu-central-1&path-style=true" + options);
    }

    private Request put(String options) throws IOException {
        try (RecordingServer server = new RecordingServer(200, "");
                Archive archive = archive(server, options)) {
            archive.put("dlq/a b%2F", Files.writeString(folder.resolve("content"), "content"));
            return server.requests().get(0);
        }
    }

    private ArchiveException failure(int status, String body) throws IOException {
        try (RecordingServer server = new RecordingServer(status, body);
                Archive archive = archive(server, "")) {
            Path content = Files.writeString(folder.resolve("content"), "content");
            return (ArchiveException) catchThrowable(() -> archive.put("dlq/a", content));
        }
    }

    // Requests

    @Test
    void a_small_object_is_one_request_with_its_digest() throws IOException {
        Request request = put("");

        assertThat(request.method()).isEqualTo("PUT");
        assertThat(request.path()).isEqualTo("/letters/cold/dlq/a%20b%252F");
        assertThat(request.headers().getFirst("Content-MD5")).isEqualTo("mgNkuembtIDdJeHwKEyFVQ==");
        assertThat(request.headers().getFirst("Content-Length")).isEqualTo("7");
    }

    @Test
    void other_makers_get_no_headers_that_they_may_not_know() throws IOException {
        Request request = put("");

        assertThat(request.headers().keySet())
                .noneMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("x-amz-checksum"))
                .noneMatch(name -> name.equalsIgnoreCase("x-amz-sdk-checksum-algorithm"))
                .noneMatch(name -> name.equalsIgnoreCase("x-amz-trailer"))
                .noneMatch(name -> name.equalsIgnoreCase("x-amz-decoded-content-length"))
                .noneMatch(name -> name.equalsIgnoreCase("x-amz-server-side-encryption"));
    }

    @Test
    void encryption_by_the_server_passes_through() throws IOException {
        Request request = put("&encryption=AES256");

        assertThat(request.headers().getFirst("x-amz-server-side-encryption")).isEqualTo("AES256");
        assertThat(request.headers()).doesNotContainKey("X-amz-server-side-encryption-aws-kms-key-id");
    }

    @Test
    void encryption_with_a_key_passes_through() throws IOException {
        Request request = put("&encryption=aws:kms&kms-key=arn:aws:kms:eu-central-1:111122223333:key/1234");

        assertThat(request.headers().getFirst("x-amz-server-side-encryption")).isEqualTo("aws:kms");
        assertThat(request.headers().getFirst("x-amz-server-side-encryption-aws-kms-key-id"))
                .isEqualTo("arn:aws:kms:eu-central-1:111122223333:key/1234");
    }

    @Test
    void encryption_passes_through_when_an_object_is_sent_in_parts() throws IOException {
        try (RecordingServer server = new RecordingServer(200, STARTED);
                Archive archive = archive(server, "&encryption=AES256")) {
            archive.put("dlq/a", Files.write(folder.resolve("large"), new byte[7 * 1024 * 1024]));

            assertThat(server.requests()).extracting(Request::method).containsExactly("POST", "PUT", "PUT", "POST");
            assertThat(server.requests().get(0).headers().getFirst("x-amz-server-side-encryption"))
                    .isEqualTo("AES256");
            assertThat(server.requests().get(1).headers()).containsKey("Content-md5");
        }
    }

    @Test
    void an_upload_in_parts_that_fails_is_ended() throws IOException {
        try (RecordingServer server = new RecordingServer(200, "")
                        .with("POST", 200, STARTED)
                        .with("PUT", 403, error("AccessDenied", "Access Denied"));
                Archive archive = archive(server, "")) {
            Path large = Files.write(folder.resolve("large"), new byte[7 * 1024 * 1024]);

            assertThatThrownBy(() -> archive.put("dlq/a", large)).isInstanceOf(ArchiveException.class);

            assertThat(server.requests()).extracting(Request::method).containsExactly("POST", "PUT", "DELETE");
            assertThat(server.requests().get(2).path()).endsWith("?uploadId=1");
        }
    }

    // Answers

    @Test
    void denied_access_lists_the_permissions() throws IOException {
        assertThat(failure(403, error("AccessDenied", "Access Denied")))
                .isNotInstanceOf(ArchiveUnavailable.class)
                .hasMessageStartingWith("the object dlq/a was not written: access to s3://letters/cold")
                .hasMessageContaining("s3:PutObject, s3:GetObject, s3:DeleteObject")
                .hasMessageEndingWith(
                        "The server said: Access Denied (AccessDenied, status 403, request 4442587FB7D0A2F9)");
    }

    @Test
    void denied_access_without_a_reason_may_be_a_matter_of_credentials() throws IOException {
        assertThat(failure(403, ""))
                .isNotInstanceOf(ArchiveUnavailable.class)
                .hasMessageContaining("the credentials are wrong or have expired, or they need s3:ListBucket");
    }

    @Test
    void an_expired_token_is_a_matter_of_credentials() throws IOException {
        assertThat(failure(400, error("ExpiredToken", "The provided token has expired.")))
                .isNotInstanceOf(ArchiveUnavailable.class)
                .hasMessageContaining("are wrong or have expired");
    }

    @Test
    void a_clock_that_is_wrong_is_named() throws IOException {
        assertThat(failure(403, error("RequestTimeTooSkewed", "The difference is too large.")))
                .hasMessageContaining("the clock of this machine is wrong");
    }

    @Test
    void a_bucket_in_another_region_is_named() throws IOException {
        assertThat(failure(301, error("PermanentRedirect", "The bucket must be addressed elsewhere.")))
                .isNotInstanceOf(ArchiveUnavailable.class)
                .hasMessageContaining("in another region")
                .hasMessageContaining("region=");
    }

    @Test
    void a_busy_server_is_a_matter_of_time() throws IOException {
        for (int status : new int[] {500, 502, 503, 504, 429})
            assertThat(failure(status, error("SlowDown", "Reduce your request rate.")))
                    .as("status %s", status)
                    .isInstanceOf(ArchiveUnavailable.class)
                    .hasMessageContaining("it is tried again");
    }

    @Test
    void an_answer_that_is_not_from_s3_is_no_success() throws IOException {
        assertThat(failure(404, "<html>nginx</html>")).isInstanceOf(ArchiveException.class);
        assertThat(failure(502, "")).isInstanceOf(ArchiveUnavailable.class);
    }

    @Test
    void a_busy_server_is_asked_three_times() throws IOException {
        try (RecordingServer server = new RecordingServer(503, error("SlowDown", "Reduce your request rate."));
                Archive archive = archive(server, "")) {
            assertThatThrownBy(() -> archive.list("", null, 10)).isInstanceOf(ArchiveUnavailable.class);

            assertThat(server.requests()).hasSize(3);
        }
    }

    @Test
    void a_server_that_does_not_heed_ranges_is_refused() throws IOException {
        try (RecordingServer server = new RecordingServer(200, "0123456789");
                Archive archive = archive(server, "")) {
            assertThatThrownBy(() -> archive.read("dlq/a", 2, 3))
                    .isInstanceOf(ArchiveException.class)
                    .hasMessageContaining("does not heed the header Range");
        }
    }
}
