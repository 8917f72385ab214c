package dev.redrive.s3;

import dev.redrive.archive.ArchiveException;
import dev.redrive.archive.ArchiveUnavailable;
import java.io.IOException;
import java.security.cert.CertificateException;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.RetryableException;
import software.amazon.awssdk.core.exception.SdkException;

/** Tells what a failure of S3 means for an archive, and what to do. */
final class S3Problem {
    private static final int REQUEST_TIMEOUT = 408;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERROR = 500;
    private static final int FORBIDDEN = 403;
    private static final int MOVED = 301;

    private static final Set<String> WRONG_CREDENTIALS = Set.of(
            "InvalidAccessKeyId",
            "SignatureDoesNotMatch",
            "InvalidToken",
            "ExpiredToken",
            "TokenRefreshRequired",
            "UnauthorizedAccess");
    private static final Set<String> WRONG_REGION =
            Set.of("PermanentRedirect", "AuthorizationHeaderMalformed", "IllegalLocationConstraintException");
    private static final Set<String> BUSY = Set.of(
            "SlowDown", "RequestTimeout", "ServiceUnavailable", "InternalError", "OperationAborted", "BadDigest");

    private S3Problem() {}

    static ArchiveException of(String what, S3Address address, SdkException e) {
        String beginning = what + ": ";
        if (e instanceof AwsServiceException answer) {
            String end = ". The server said: " + said(answer);
            return advice(address, answer)
                    .<ArchiveException>map(advice -> new ArchiveException(beginning + advice + end, e))
                    .orElseGet(() -> isTemporary(answer)
                            ? new ArchiveUnavailable(beginning + address + " is busy; it is tried again" + end, e)
                            : new ArchiveException(beginning + address + " refused it" + end, e));
        }
        return withoutAnswer(beginning, address, e);
    }

    static boolean isNoSuchKey(SdkException e) {
        return e instanceof AwsServiceException answer && code(answer).equals("NoSuchKey");
    }

    // Answers

    private static Optional<String> advice(S3Address address, AwsServiceException answer) {
        String code = code(answer);
        if (WRONG_CREDENTIALS.contains(code))
            return Optional.of(
                    "the credentials for " + address + " are wrong or have expired; correct AWS_ACCESS_KEY_ID and"
                            + " AWS_SECRET_ACCESS_KEY, the profile or the role of this process");
        if (code.equals("RequestTimeTooSkewed"))
            return Optional.of(
                    "the clock of this machine is wrong; " + address + " takes only requests of the present time");
        if (code.equals("NoSuchBucket"))
            return Optional.of("there is no bucket " + address.bucket()
                    + "; create it, or correct the URL of the archive " + address);
        if (WRONG_REGION.contains(code) || answer.statusCode() == MOVED)
            return Optional.of("the bucket " + address.bucket()
                    + " is in another region; add its region to the URL of the archive: region=…");
        if (answer.statusCode() == FORBIDDEN) return Optional.of(denied(address, code));
        return Optional.empty();
    }

    /** Without a code, because the connection was closed behind a request with a body, it can be either of two. */
    private static String denied(S3Address address, String code) {
        return "access to " + address + " is denied; the credentials "
                + (code.isEmpty() ? "are wrong or have expired, or they need " : "need ")
                + "s3:ListBucket on the bucket, s3:PutObject, s3:GetObject, s3:DeleteObject and s3:AbortMultipartUpload on its"
                + " objects, and the use of the key when it encrypts with one";
    }

    private static boolean isTemporary(AwsServiceException answer) {
        int status = answer.statusCode();
        return status >= SERVER_ERROR
                || status == TOO_MANY_REQUESTS
                || status == REQUEST_TIMEOUT
                || BUSY.contains(code(answer));
    }

    private static String code(AwsServiceException answer) {
        return details(answer).map(AwsErrorDetails::errorCode).orElse("");
    }

    private static Optional<AwsErrorDetails> details(AwsServiceException answer) {
        return Optional.ofNullable(answer.awsErrorDetails());
    }

    private static String said(AwsServiceException answer) {
        String text = details(answer).map(AwsErrorDetails::errorMessage).orElse("nothing");
        String request = answer.requestId() == null ? "" : ", request " + answer.requestId();
        return text + " ("
                + Stream.of(code(answer), "status " + answer.statusCode())
                        .filter(part -> !part.isEmpty())
                        .reduce((some, more) -> some + ", " + more)
                        .orElse("")
                + request + ")";
    }

    // No answer

    private static ArchiveException withoutAnswer(String beginning, S3Address address, SdkException e) {
        if (has(e, CertificateException.class))
            return new ArchiveException(
                    beginning + "the certificate of " + address
                            + " is not trusted; add its authority to the trust store of this JVM"
                            + " (javax.net.ssl.trustStore)",
                    e);
        if (isTemporary(e))
            return new ArchiveUnavailable(
                    beginning + address + " did not answer in time or cannot be reached; it is tried again. "
                            + rootMessage(e),
                    e);
        if (String.valueOf(e.getMessage()).contains("Unable to load credentials"))
            return new ArchiveException(
                    beginning + "there are no credentials for " + address
                            + "; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give"
                            + " this process a profile or a role",
                    e);
        return new ArchiveException(beginning + address + " cannot be used: " + rootMessage(e), e);
    }

    private static boolean isTemporary(SdkException e) {
        return e instanceof ApiCallTimeoutException
                || e instanceof ApiCallAttemptTimeoutException
                || e instanceof AbortedException
                || e instanceof RetryableException
                || has(e, IOException.class);
    }

    private static boolean has(Throwable e, Class<? extends Throwable> type) {
        for (@Nullable Throwable cause = e; cause != null; cause = cause.getCause())
            if (type.isInstance(cause)) return true;
        return false;
    }

    private static String rootMessage(Throwable e) {
        Throwable root = e;
        for (@Nullable Throwable cause = e; cause != null; cause = cause.getCause()) root = cause;
        return root.getClass().getSimpleName() + ": " + root.getMessage();
    }
}
