/** Redrive inside a Spring Boot application: found on the class path, set up by properties, worked by beans. */
@NullMarked
package dev.redrive.spring;

import org.jspecify.annotations.NullMarked;
