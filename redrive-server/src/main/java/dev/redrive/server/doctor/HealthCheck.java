package dev.redrive.server.doctor;

import java.util.concurrent.Callable;

/**
 * A look at one part, which may take long or fail.
 *
 * @param next what to do when it fails
 */
record HealthCheck(String name, String next, Callable<CheckResult> work) {}
