/** What every verb uses: session, options, filters, arguments. */
@NullMarked
package dev.redrive.cli.command;

import org.jspecify.annotations.NullMarked;
