/** Verbs about the state of the server: statistics, alerts, doctor. */
@NullMarked
package dev.redrive.cli.status;

import org.jspecify.annotations.NullMarked;
