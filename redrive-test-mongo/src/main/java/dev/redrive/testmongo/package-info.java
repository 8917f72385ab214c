/** A MongoDB server for tests, as a process of its own. */
@NullMarked
package dev.redrive.testmongo;

import org.jspecify.annotations.NullMarked;
