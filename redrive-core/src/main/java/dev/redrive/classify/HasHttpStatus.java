package dev.redrive.classify;

/** An exception that knows the HTTP status of the answer that caused it. Implement it on your own client's exceptions. */
public interface HasHttpStatus {
    int httpStatus();
}
