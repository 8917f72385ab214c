/** Port and values of alert states and alert messages. */
@NullMarked
package dev.redrive.alert;

import org.jspecify.annotations.NullMarked;
