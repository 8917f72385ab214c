/** Redrive inside a Spring Boot application: auto-configured, set by properties, with beans as handlers. */
@NullMarked
package dev.redrive.spring;

import org.jspecify.annotations.NullMarked;
