package dev.redrive.s3;

import java.util.Optional;
import javax.net.ssl.SSLSocketFactory;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.SdkSystemSetting;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * A client of the server, and how long it may take.
 *
 * <p>Servers of other makers do not know all of Amazon's newer headers, so requests have only what they need: a digest of each body
 * as {@code Content-MD5}, which all of them check, in place of the client's own checksums and chunks.
 */
record S3Connection(S3Client client, CallLimits limits) implements AutoCloseable {
    /** Servers of other makers take any region. */
    private static final Region ANY = Region.US_EAST_1;

    /**
     * How the client shows who it is, and whom it trusts.
     *
     * @param credentials those that the client finds when it is empty: environment, profile, or the role of the container or machine
     */
    record Trust(Optional<AwsCredentialsProvider> credentials, SSLSocketFactory sockets) {
        static Trust usual() {
            return new Trust(Optional.empty(), (SSLSocketFactory) SSLSocketFactory.getDefault());
        }
    }

    static S3Connection open(S3Address address, CallLimits limits, Trust trust) {
        var builder = S3Client.builder()
                .httpClient(UrlConnectionHttpClient.create(new LimitedConnections(limits, trust.sockets())))
                .overrideConfiguration(calls -> calls.retryStrategy(AwsRetryStrategy.standardRetryStrategy().toBuilder()
                        .maxAttempts(CallLimits.ATTEMPTS)
                        .build()))
                .forcePathStyle(address.pathStyle())
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                .serviceConfiguration(s3 -> s3.chunkedEncodingEnabled(false));
        trust.credentials().ifPresent(builder::credentialsProvider);
        address.endpoint().ifPresent(builder::endpointOverride);
        region(address).ifPresent(builder::region);
        try {
            return new S3Connection(builder.build(), limits);
        } catch (SdkClientException e) {
            throw new IllegalArgumentException(
                    "the archive " + address + " cannot be opened: " + e.getMessage()
                            + ". If the region is missing, add region=eu-central-1 (or yours) to its URL, or set AWS_REGION",
                    e);
        }
    }

    /** Empty when the client has to find out. */
    private static Optional<Region> region(S3Address address) {
        Optional<Region> given = address.region().map(Region::of);
        if (given.isPresent() || address.endpoint().isEmpty()) return given;
        return Optional.of(
                SdkSystemSetting.AWS_REGION.getStringValue().map(Region::of).orElse(ANY));
    }

    @Override
    public void close() {
        client.close();
    }
}
