package dev.redrive.s3;

import java.util.Optional;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;

/**
 * How the server encrypts new objects.
 *
 * @param kind what the bucket does by default when it is empty
 * @param kmsKey the key that Amazon manages when it is empty
 */
record Encryption(Optional<ServerSideEncryption> kind, Optional<String> kmsKey) {
    static Encryption of(Optional<String> kind, Optional<String> kmsKey) {
        if (kmsKey.isPresent() && !kind.equals(Optional.of("aws:kms")))
            throw new IllegalArgumentException("the option kms-key needs encryption=aws:kms");
        return new Encryption(kind.map(Encryption::kind), kmsKey);
    }

    private static ServerSideEncryption kind(String value) {
        return switch (value) {
            case "AES256" -> ServerSideEncryption.AES256;
            case "aws:kms" -> ServerSideEncryption.AWS_KMS;
            default ->
                throw new IllegalArgumentException("the option encryption is AES256 or aws:kms, not \"" + value + "\"");
        };
    }

    void on(PutObjectRequest.Builder request) {
        kind.ifPresent(request::serverSideEncryption);
        kmsKey.ifPresent(request::ssekmsKeyId);
    }

    void on(CreateMultipartUploadRequest.Builder request) {
        kind.ifPresent(request::serverSideEncryption);
        kmsKey.ifPresent(request::ssekmsKeyId);
    }
}
