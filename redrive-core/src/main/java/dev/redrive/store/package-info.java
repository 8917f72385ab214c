/** The port behind which letters are kept, and the words in which the engine and people talk to it. */
@NullMarked
package dev.redrive.store;

import org.jspecify.annotations.NullMarked;
