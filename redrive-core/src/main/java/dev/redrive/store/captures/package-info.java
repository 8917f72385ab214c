/** Writing new and imported letters. */
@NullMarked
package dev.redrive.store.captures;

import org.jspecify.annotations.NullMarked;
