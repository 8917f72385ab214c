package dev.redrive.s3;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.utils.Md5Utils;

/** Sends a file as an object: with one request, or in parts when it is too large for that. */
final class S3Upload {
    private final S3Connection connection;
    private final S3Address address;
    private final UploadSizes sizes;

    S3Upload(S3Connection connection, S3Address address, UploadSizes sizes) {
        this.connection = connection;
        this.address = address;
        this.sizes = sizes;
    }

    /** @param key with the prefix of the archive */
    void send(String key, Path file) throws IOException {
        long size = Files.size(file);
        if (size <= sizes.single()) sendWhole(key, file, size);
        else sendInParts(key, file, size);
    }

    void send(String key, byte[] content) {
        send(key, RequestBody.fromBytes(content), Md5Utils.md5AsBase64(content), content.length);
    }

    private void sendWhole(String key, Path file, long size) throws IOException {
        try (FileRegion whole = new FileRegion(file, 0, size)) {
            send(key, whole.body(), whole.md5(), size);
        }
    }

    private void send(String key, RequestBody body, String md5, long size) {
        connection
                .client()
                .putObject(
                        request -> {
                            request.bucket(address.bucket()).key(key).contentMD5(md5);
                            request.overrideConfiguration(connection.limits().forBytes(size));
                            address.encryption().on(request);
                        },
                        body);
    }

    /** The object is there when the last request has been answered, and not before. */
    private void sendInParts(String key, Path file, long size) throws IOException {
        String upload = connection
                .client()
                .createMultipartUpload(request -> {
                    request.bucket(address.bucket()).key(key);
                    request.overrideConfiguration(connection.limits().forBytes(0));
                    address.encryption().on(request);
                })
                .uploadId();
        try {
            List<CompletedPart> parts = sendParts(key, upload, file, size);
            connection
                    .client()
                    .completeMultipartUpload(request -> request.bucket(address.bucket())
                            .key(key)
                            .uploadId(upload)
                            .multipartUpload(whole -> whole.parts(parts))
                            .overrideConfiguration(connection.limits().forBytes(size)));
        } catch (IOException | RuntimeException e) {
            abort(key, upload, e);
            throw e;
        }
    }

    private List<CompletedPart> sendParts(String key, String upload, Path file, long size) throws IOException {
        List<CompletedPart> parts = new ArrayList<>();
        long partSize = sizes.partOf(size);
        for (long offset = 0; offset < size; offset += partSize) {
            int number = parts.size() + 1;
            try (FileRegion part = new FileRegion(file, offset, Math.min(partSize, size - offset))) {
                String tag = sendPart(key, upload, number, part);
                parts.add(CompletedPart.builder().partNumber(number).eTag(tag).build());
            }
        }
        return parts;
    }

    private String sendPart(String key, String upload, int number, FileRegion part) throws IOException {
        String md5 = part.md5();
        return connection
                .client()
                .uploadPart(
                        request -> request.bucket(address.bucket())
                                .key(key)
                                .uploadId(upload)
                                .partNumber(number)
                                .contentMD5(md5)
                                .overrideConfiguration(connection.limits().forBytes(part.length())),
                        part.body())
                .eTag();
    }

    /** Parts of an upload that did not end would be paid for until a lifecycle rule deletes them. */
    private void abort(String key, String upload, Exception why) {
        try {
            connection
                    .client()
                    .abortMultipartUpload(request -> request.bucket(address.bucket())
                            .key(key)
                            .uploadId(upload)
                            .overrideConfiguration(connection.limits().forBytes(0)));
        } catch (SdkException e) {
            why.addSuppressed(e);
        }
    }
}
