/** An archive in a bucket of S3, or of any server that speaks its protocol. */
@NullMarked
package dev.redrive.s3;

import org.jspecify.annotations.NullMarked;
