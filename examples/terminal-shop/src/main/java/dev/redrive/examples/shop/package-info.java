/** A small shop in the terminal: its services fail now and then, and Redrive brings back what failed. */
@NullMarked
package dev.redrive.examples.shop;

import org.jspecify.annotations.NullMarked;
