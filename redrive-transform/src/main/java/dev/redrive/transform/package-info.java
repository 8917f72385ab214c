/** Changes letters before they are sent again, checks them against a JSON Schema, and shows what a change changed. */
@NullMarked
package dev.redrive.transform;

import org.jspecify.annotations.NullMarked;
