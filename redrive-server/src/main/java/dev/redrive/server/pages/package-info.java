/** Layout, templates and parts that all pages share. */
@NullMarked
package dev.redrive.server.pages;

import org.jspecify.annotations.NullMarked;
