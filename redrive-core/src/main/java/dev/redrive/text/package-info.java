/** Small text matters that several features share: name patterns, names that are bounded, and JSON that keeps every digit. */
@NullMarked
package dev.redrive.text;

import org.jspecify.annotations.NullMarked;
