/** An application with an embedded dead letter queue, in one file. */
@NullMarked
package dev.redrive.examples.shop;

import org.jspecify.annotations.NullMarked;
