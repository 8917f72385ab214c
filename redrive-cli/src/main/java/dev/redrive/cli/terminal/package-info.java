/** The terminal: widths, colours, tables, pages, and protection against what letters contain. */
@NullMarked
package dev.redrive.cli.terminal;

import org.jspecify.annotations.NullMarked;
