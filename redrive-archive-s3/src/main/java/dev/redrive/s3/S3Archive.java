package dev.redrive.s3;

import dev.redrive.archive.Archive;
import dev.redrive.archive.ArchiveCheck;
import dev.redrive.archive.ArchiveException;
import dev.redrive.archive.ArchiveKeys;
import dev.redrive.archive.ArchiveObject;
import dev.redrive.archive.NoSuchObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.RetryableException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/** An archive in a bucket. S3 has no folders: a key with slashes is one name, and a put is whole or not there. */
final class S3Archive implements Archive {
    private static final int NOT_FOUND = 404;
    private static final int RANGE_NOT_SATISFIABLE = 416;

    /** S3 lists no more at once. */
    private static final int LONGEST_PAGE = 1000;

    private final S3Connection connection;
    private final S3Address address;
    private final S3Upload upload;

    S3Archive(S3Connection connection, S3Address address, UploadSizes sizes) {
        this.connection = connection;
        this.address = address;
        this.upload = new S3Upload(connection, address, sizes);
    }

    private String place(String key) {
        return address.prefix() + ArchiveKeys.checked(key);
    }

    private <T> T call(String what, Supplier<T> call) {
        try {
            return call.get();
        } catch (SdkException e) {
            throw S3Problem.of(what, address, e);
        }
    }

    // Objects

    @Override
    public void put(String key, Path content) {
        put(key, upload -> upload.send(place(key), content));
    }

    @Override
    public void put(String key, byte[] content) {
        put(key, upload -> upload.send(place(key), content));
    }

    private interface Sending {
        void by(S3Upload upload) throws IOException;
    }

    private void put(String key, Sending sending) {
        try {
            sending.by(upload);
        } catch (SdkException e) {
            throw S3Problem.of("the object " + key + " was not written", address, e);
        } catch (IOException | UncheckedIOException e) {
            throw new ArchiveException("the file for the object " + key + " cannot be read: " + e, e);
        }
    }

    @Override
    public Optional<ArchiveObject> stat(String key) {
        String place = place(key);
        return call("the object " + key + " was not looked up", () -> {
            try {
                long size = connection
                        .client()
                        .headObject(request -> request.bucket(address.bucket())
                                .key(place)
                                .overrideConfiguration(connection.limits().forBytes(0)))
                        .contentLength();
                return Optional.of(new ArchiveObject(key, size));
            } catch (S3Exception e) {
                if (e.statusCode() != NOT_FOUND) throw e;
                needBucket();
                return Optional.empty();
            }
        });
    }

    /** The answer to a HEAD has no body that tells a missing bucket from a missing object. */
    private void needBucket() {
        page(request -> request.maxKeys(1));
    }

    @Override
    public byte[] read(String key, long offset, int length) {
        if (offset < 0 || length < 0)
            throw new IllegalArgumentException("cannot read " + length + " bytes from " + offset + " of " + key);
        String place = place(key);
        if (length == 0 || offset > Long.MAX_VALUE - length) return nothing(key);
        return call("the object " + key + " was not read", () -> {
            try {
                return connection
                        .client()
                        .getObject(
                                request -> request.bucket(address.bucket())
                                        .key(place)
                                        .range("bytes=" + offset + "-" + (offset + length - 1))
                                        .overrideConfiguration(
                                                connection.limits().forBytes(length)),
                                (response, body) -> bytes(response, body, length));
            } catch (S3Exception e) {
                if (e.statusCode() == RANGE_NOT_SATISFIABLE) return new byte[0];
                if (S3Problem.isNoSuchKey(e)) throw new NoSuchObject(key);
                throw e;
            }
        });
    }

    /** A range without bytes cannot be asked for. */
    private byte[] nothing(String key) {
        if (stat(key).isEmpty()) throw new NoSuchObject(key);
        return new byte[0];
    }

    /** A connection that was cut looks like the end of the body; the length tells. */
    private static byte[] bytes(GetObjectResponse response, AbortableInputStream body, int length) {
        long announced = response.contentLength();
        if (announced > length)
            throw SdkClientException.create("the server sent " + announced + " bytes instead of " + length
                    + ": it, or a proxy before it, does not heed the header Range");
        try {
            byte[] bytes = body.readNBytes((int) announced);
            if (bytes.length == announced) return bytes;
            throw RetryableException.create(
                    "the connection was cut after " + bytes.length + " of " + announced + " bytes");
        } catch (IOException e) {
            throw RetryableException.create("the connection was cut: " + e.getMessage(), e);
        }
    }

    @Override
    public void delete(String key) {
        String place = place(key);
        try {
            connection
                    .client()
                    .deleteObject(request -> request.bucket(address.bucket())
                            .key(place)
                            .overrideConfiguration(connection.limits().forBytes(0)));
        } catch (SdkException e) {
            if (!S3Problem.isNoSuchKey(e)) throw S3Problem.of("the object " + key + " was not deleted", address, e);
        }
    }

    // Lists

    @Override
    public List<ArchiveObject> list(String prefix, @Nullable String after, int limit) {
        if (limit < 1) throw new IllegalArgumentException("the limit must be at least 1, was " + limit);
        String from = address.prefix() + (after == null ? "" : after);
        return call("the objects below \"" + prefix + "\" were not listed", () -> {
            List<ArchiveObject> found = new ArrayList<>();
            String next = null;
            do {
                String token = next;
                ListObjectsV2Response page = page(request -> request.prefix(address.prefix() + prefix)
                        .startAfter(from.isEmpty() ? null : from)
                        .continuationToken(token)
                        .maxKeys(Math.min(LONGEST_PAGE, limit - found.size())));
                for (S3Object object : page.contents()) add(object, prefix, found);
                next = Boolean.TRUE.equals(page.isTruncated()) ? page.nextContinuationToken() : null;
            } while (next != null && found.size() < limit);
            return found;
        });
    }

    /**
     * Objects of others whose keys cannot be ours are passed over, such as the markers of folders that consoles make; and so is what a
     * server lists because it takes two slashes for one.
     */
    private void add(S3Object object, String prefix, List<ArchiveObject> found) {
        if (!object.key().startsWith(address.prefix() + prefix)) return;
        String key = object.key().substring(address.prefix().length());
        if (ArchiveKeys.isKey(key)) found.add(new ArchiveObject(key, object.size()));
    }

    @Override
    public List<String> folders(String prefix) {
        if (!ArchiveKeys.isFolder(prefix))
            throw new IllegalArgumentException("\"" + prefix + "\" is no folder: it must end in a slash");
        String place = address.prefix() + prefix;
        return call("the folders below \"" + prefix + "\" were not listed", () -> {
            List<String> found = new ArrayList<>();
            String next = null;
            do {
                String token = next;
                ListObjectsV2Response page =
                        page(request -> request.prefix(place).delimiter("/").continuationToken(token));
                page.commonPrefixes().stream()
                        .map(folder -> folder.prefix()
                                .substring(place.length(), folder.prefix().length() - 1))
                        .filter(ArchiveKeys::isKey)
                        .forEach(found::add);
                next = Boolean.TRUE.equals(page.isTruncated()) ? page.nextContinuationToken() : null;
            } while (next != null);
            return found;
        });
    }

    private ListObjectsV2Response page(Consumer<ListObjectsV2Request.Builder> details) {
        return connection.client().listObjectsV2(request -> {
            request.bucket(address.bucket())
                    .overrideConfiguration(connection.limits().forBytes(0));
            details.accept(request);
        });
    }

    // The archive

    @Override
    public void check() {
        ArchiveCheck.run(this);
    }

    @Override
    public String address() {
        return address.toString();
    }

    @Override
    public void close() {
        connection.close();
    }
}
