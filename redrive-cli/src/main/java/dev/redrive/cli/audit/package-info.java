/** The verb that shows the audit log. */
@NullMarked
package dev.redrive.cli.audit;

import org.jspecify.annotations.NullMarked;
