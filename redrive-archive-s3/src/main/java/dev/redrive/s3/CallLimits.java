package dev.redrive.s3;

import java.time.Duration;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;

/**
 * How long a call may take.
 *
 * @param connect until there is a connection
 * @param attempt until one attempt has its answer; also how long the server may be silent
 * @param call with all attempts and the pauses between them
 * @param bytesPerSecond the slowest line on which an object of any size still arrives: each byte adds to the limits
 */
record CallLimits(Duration connect, Duration attempt, Duration call, long bytesPerSecond) {
    static final CallLimits USUAL =
            new CallLimits(Duration.ofSeconds(5), Duration.ofSeconds(20), Duration.ofSeconds(60), 1024 * 1024);

    static final int ATTEMPTS = 3;

    AwsRequestOverrideConfiguration forBytes(long bytes) {
        Duration transfer = Duration.ofSeconds(bytes / bytesPerSecond);
        return AwsRequestOverrideConfiguration.builder()
                .apiCallAttemptTimeout(attempt.plus(transfer))
                .apiCallTimeout(call.plus(transfer.multipliedBy(ATTEMPTS)))
                .build();
    }
}
