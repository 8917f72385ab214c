/** Rules about which values of letters are hidden, and the keys that seal them. */
@NullMarked
package dev.redrive.redaction;

import org.jspecify.annotations.NullMarked;
