package dev.redrive.kafka.publish;

import org.jspecify.annotations.Nullable;

/** Thrown when neither the broker nor the local journal took a record: its offset must not be committed. */
public final class DlqPublishFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DlqPublishFailed(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
