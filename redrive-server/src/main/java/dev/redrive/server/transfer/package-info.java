/** Letters on their way from one store to another: export and import. */
@NullMarked
package dev.redrive.server.transfer;

import org.jspecify.annotations.NullMarked;
