/** Port and values of the audit log. */
@NullMarked
package dev.redrive.audit;

import org.jspecify.annotations.NullMarked;
