/** An S3 server for tests, as a process of its own. */
@NullMarked
package dev.redrive.tests3;

import org.jspecify.annotations.NullMarked;
