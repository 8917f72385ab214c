/** The inbox: what needs a person, worst first, and the charts; the counts of the navigation. */
@NullMarked
package dev.redrive.server.inbox;

import org.jspecify.annotations.NullMarked;
