/** Looks at everything that the server needs and says what is wrong and what to do about it. */
@NullMarked
package dev.redrive.server.doctor;

import org.jspecify.annotations.NullMarked;
