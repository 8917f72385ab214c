/** The port to a store of dead letters, made of one interface per contract. */
@NullMarked
package dev.redrive.store;

import org.jspecify.annotations.NullMarked;
