/** Events about letters, causes, targets and replays, for listeners in this process. */
@NullMarked
package dev.redrive.event;

import org.jspecify.annotations.NullMarked;
