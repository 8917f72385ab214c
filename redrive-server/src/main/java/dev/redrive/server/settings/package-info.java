/** The page that shows what is in force. */
@NullMarked
package dev.redrive.server.settings;

import org.jspecify.annotations.NullMarked;
