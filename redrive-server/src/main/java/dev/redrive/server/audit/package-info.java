/** Who did what, when, from where, to how many letters. */
@NullMarked
package dev.redrive.server.audit;

import org.jspecify.annotations.NullMarked;
