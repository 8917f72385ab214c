package dev.redrive.s3;

import dev.redrive.s3.S3Connection.Trust;
import dev.redrive.tests3.S3Server;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLSocketFactory;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

/** Archives with given credentials, so that several can be used in one process. */
final class TestArchives {
    /** So that a test of a server that says nothing does not take a minute. */
    static final CallLimits SHORT =
            new CallLimits(Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(4), 20 * 1024 * 1024);

    static final UploadSizes SMALL_PARTS = new UploadSizes(6L * 1024 * 1024, 5L * 1024 * 1024);

    private TestArchives() {}

    static S3Archive at(String url) {
        return at(url, CallLimits.USUAL);
    }

    static S3Archive at(String url, CallLimits limits) {
        return at(url, limits, S3Server.ACCESS_KEY, S3Server.SECRET_KEY);
    }

    static S3Archive at(String url, CallLimits limits, String accessKey, String secretKey) {
        return at(url, limits, accessKey, secretKey, (SSLSocketFactory) SSLSocketFactory.getDefault());
    }

    static S3Archive at(String url, CallLimits limits, String accessKey, String secretKey, SSLSocketFactory sockets) {
        S3Address address = S3Address.of(url);
        var credentials = StaticCredentialsProvider.create(AwsBasicCredentials.create(accessKey, secretKey));
        S3Connection connection = S3Connection.open(address, limits, new Trust(Optional.of(credentials), sockets));
        return new S3Archive(connection, address, SMALL_PARTS);
    }
}
