/** What happens to letters: captures, leases, decisions, expiry and streams. */
@NullMarked
package dev.redrive.mongo.letters;

import org.jspecify.annotations.NullMarked;
