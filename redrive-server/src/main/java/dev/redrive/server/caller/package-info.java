/** The caller of a request: name, role and channels. */
@NullMarked
package dev.redrive.server.caller;

import org.jspecify.annotations.NullMarked;
