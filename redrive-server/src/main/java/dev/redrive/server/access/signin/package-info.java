/** Sign-in with a token or an identity provider, sessions and the sign-in page. */
@NullMarked
package dev.redrive.server.access.signin;

import org.jspecify.annotations.NullMarked;
