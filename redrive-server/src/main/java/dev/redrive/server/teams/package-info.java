/** Which team owns a channel or a cause. */
@NullMarked
package dev.redrive.server.teams;

import org.jspecify.annotations.NullMarked;
