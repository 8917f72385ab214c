/** The files in which a process keeps what others cannot take at the moment, and what becomes of damaged ones. */
@NullMarked
package dev.redrive.journal;

import org.jspecify.annotations.NullMarked;
