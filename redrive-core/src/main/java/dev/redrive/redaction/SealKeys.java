package dev.redrive.redaction;

import dev.redrive.letter.LetterId;
import dev.redrive.letter.Sealed;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The keys under which values are sealed, with AES-256-GCM: the first seals, and all of them open, so that a key can be
 * replaced while letters wait. What is sealed belongs to its letter; under another id it does not open.
 */
public final class SealKeys {
    public static final int KEY_BYTES = 32;

    private static final byte FORMAT = 1;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int LONGEST_ID = 64;
    private static final SealKeys NONE = new SealKeys(Map.of());
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Map<String, SecretKey> keys;

    private SealKeys(Map<String, SecretKey> keys) {
        this.keys = keys;
    }

    public static SealKeys none() {
        return NONE;
    }

    /** One key, of 32 bytes in base64. */
    public static SealKeys of(String id, String base64) {
        return NONE.and(id, base64);
    }

    /** Another key, which opens what was sealed under it. */
    public SealKeys and(String id, String base64) {
        if (id.isBlank() || id.getBytes(StandardCharsets.UTF_8).length > LONGEST_ID)
            throw new IllegalArgumentException("the id of a key must have 1 to " + LONGEST_ID + " characters");
        if (keys.containsKey(id)) throw new IllegalArgumentException("there are two keys with the id \"" + id + "\"");
        Map<String, SecretKey> all = new LinkedHashMap<>(keys);
        all.put(id, new SecretKeySpec(decoded(base64), "AES"));
        return new SealKeys(all);
    }

    private static byte[] decoded(String base64) {
        byte[] key;
        try {
            key = Base64.getDecoder().decode(base64.strip());
        } catch (IllegalArgumentException e) {
            // The cause would quote the key.
            throw new IllegalArgumentException("a key must be " + KEY_BYTES + " bytes in base64");
        }
        if (key.length != KEY_BYTES)
            throw new IllegalArgumentException(
                    "a key must be " + KEY_BYTES + " bytes in base64, and has " + key.length + " bytes");
        return key;
    }

    public boolean isEmpty() {
        return keys.isEmpty();
    }

    /** The names of the keys; the keys themselves are never returned. */
    public Set<String> ids() {
        return keys.keySet();
    }

    /** The name of the key under which something was sealed. */
    private static String keyOf(Sealed sealed) {
        ByteBuffer in = ByteBuffer.wrap(sealed.bytes());
        if (in.remaining() < 2 || in.get() != FORMAT) throw new CannotOpen("sealed values have an unknown form");
        byte[] id = new byte[Math.min(in.get(), in.remaining())];
        in.get(id);
        return new String(id, StandardCharsets.UTF_8);
    }

    /** Seals values under the newest key, bound to their letter. */
    public Sealed seal(LetterId letter, byte[] clear) {
        Map.Entry<String, SecretKey> newest = keys.entrySet().iterator().next();
        byte[] id = newest.getKey().getBytes(StandardCharsets.UTF_8);
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        byte[] hidden = run(Cipher.ENCRYPT_MODE, newest.getValue(), nonce, bound(letter, id), clear);
        return Sealed.of(ByteBuffer.allocate(2 + id.length + nonce.length + hidden.length)
                .put(FORMAT)
                .put((byte) id.length)
                .put(id)
                .put(nonce)
                .put(hidden)
                .array());
    }

    /** Opens what was sealed for this letter, under whichever of these keys. */
    public byte[] open(LetterId letter, Sealed sealed) {
        String id = keyOf(sealed);
        SecretKey key = keys.get(id);
        if (key == null) throw new CannotOpen(missing(id));
        byte[] all = sealed.bytes();
        byte[] name = id.getBytes(StandardCharsets.UTF_8);
        int nonceAt = 2 + name.length;
        if (all.length < nonceAt + NONCE_BYTES) throw new CannotOpen("sealed values of letter " + letter + " are cut");
        return run(
                Cipher.DECRYPT_MODE,
                key,
                Arrays.copyOfRange(all, nonceAt, nonceAt + NONCE_BYTES),
                bound(letter, name),
                Arrays.copyOfRange(all, nonceAt + NONCE_BYTES, all.length));
    }

    private String missing(String id) {
        List<String> known = new ArrayList<>(keys.keySet());
        return "its sealed values need the key \"" + id + "\", which is not configured here"
                + (known.isEmpty() ? "" : " (known: " + String.join(", ", known) + ")")
                + "; add it to redrive.redaction.keys, then retry the letter";
    }

    private static byte[] bound(LetterId letter, byte[] keyId) {
        return ByteBuffer.allocate(17 + keyId.length)
                .put(FORMAT)
                .putLong(letter.value().getMostSignificantBits())
                .putLong(letter.value().getLeastSignificantBits())
                .put(keyId)
                .array();
    }

    private static byte[] run(int mode, SecretKey key, byte[] nonce, byte[] bound, byte[] in) {
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
            cipher.updateAAD(bound);
            return cipher.doFinal(in);
        } catch (AEADBadTagException e) {
            throw new CannotOpen(
                    "its sealed values do not open with the key of that id: it is another key, or they were changed",
                    e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has AES with GCM", e);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SealKeys more && keys.equals(more.keys);
    }

    @Override
    public int hashCode() {
        return keys.hashCode();
    }

    @Override
    public String toString() {
        return "keys " + keys.keySet();
    }
}
