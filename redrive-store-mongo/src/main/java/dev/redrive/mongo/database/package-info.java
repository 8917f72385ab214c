/** The connection to one database, its errors, its clock, and how values stand in documents. */
@NullMarked
package dev.redrive.mongo.database;

import org.jspecify.annotations.NullMarked;
