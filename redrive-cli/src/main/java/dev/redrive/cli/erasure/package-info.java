/** The verb that erases what is stored about one person. */
@NullMarked
package dev.redrive.cli.erasure;

import org.jspecify.annotations.NullMarked;
