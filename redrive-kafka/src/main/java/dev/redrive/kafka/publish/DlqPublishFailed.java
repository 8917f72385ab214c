package dev.redrive.kafka.publish;

import org.jspecify.annotations.Nullable;

/** Neither the broker nor the local journal took the record: whoever has it must not let go of it. */
public final class DlqPublishFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DlqPublishFailed(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
