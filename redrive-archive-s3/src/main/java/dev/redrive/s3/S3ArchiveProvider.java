package dev.redrive.s3;

import dev.redrive.archive.Archive;
import dev.redrive.archive.ArchiveProvider;
import java.util.Optional;

/** Opens {@code s3://bucket/prefix}. */
public final class S3ArchiveProvider implements ArchiveProvider {
    @Override
    public Optional<Archive> open(String url) {
        if (!url.startsWith(S3Address.SCHEME)) return Optional.empty();
        S3Address address = S3Address.of(url);
        S3Connection connection = S3Connection.open(address, CallLimits.USUAL, S3Connection.Trust.usual());
        return Optional.of(new S3Archive(connection, address, UploadSizes.USUAL));
    }
}
