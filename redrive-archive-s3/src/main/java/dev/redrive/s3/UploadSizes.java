package dev.redrive.s3;

/**
 * How objects are cut for an upload.
 *
 * @param single the largest one that is sent with one request
 * @param part of a larger one
 */
record UploadSizes(long single, long part) {
    static final UploadSizes USUAL = new UploadSizes(100L * 1024 * 1024, 64L * 1024 * 1024);

    /** S3 takes no more for one object. */
    private static final long MOST_PARTS = 10_000;

    long partOf(long size) {
        return Math.max(part, (size + MOST_PARTS - 1) / MOST_PARTS);
    }
}
