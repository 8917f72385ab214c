/** What is kept beside the letters: who changed what, which alerts were sent, how the numbers moved. */
@NullMarked
package dev.redrive.logbook;

import org.jspecify.annotations.NullMarked;
