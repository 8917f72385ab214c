package dev.redrive.server.live;

import java.util.Map;

/**
 * Looks for changes that no event of this process tells, such as those of other nodes of a cluster. It is asked every few
 * seconds, once for all open pages and only while there are some.
 */
@FunctionalInterface
public interface ChangeSource {
    /** By topic, a value that is another one when something of this topic changed. */
    Map<String, Object> signatures();
}
