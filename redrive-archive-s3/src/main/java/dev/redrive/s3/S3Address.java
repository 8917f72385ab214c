package dev.redrive.s3;

import dev.redrive.archive.ArchiveKeys;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Where an archive is: {@code s3://bucket/prefix?endpoint=URL&region=R&path-style=true&encryption=aws:kms&kms-key=ID}.
 *
 * @param prefix of all keys; empty, or with a slash at its end
 * @param endpoint of a server that is not Amazon's
 */
record S3Address(
        String bucket,
        String prefix,
        Optional<URI> endpoint,
        Optional<String> region,
        boolean pathStyle,
        Encryption encryption) {
    static final String SCHEME = "s3://";

    private static final String ENDPOINT = "endpoint";
    private static final String REGION = "region";
    private static final String PATH_STYLE = "path-style";
    private static final String ENCRYPTION = "encryption";
    private static final String KMS_KEY = "kms-key";
    private static final Set<String> OPTIONS = new TreeSet<>(Set.of(ENDPOINT, REGION, PATH_STYLE, ENCRYPTION, KMS_KEY));

    /** @throws IllegalArgumentException without the URL in its message, because somebody may have put a secret into it */
    static S3Address of(String url) {
        String[] parts = url.substring(SCHEME.length()).split("\\?", 2);
        String place = parts[0];
        if (place.contains("@")) throw credentialsInUrl();
        String bucket = place.replaceFirst("/.*", "");
        if (!bucket.matches("[A-Za-z0-9][A-Za-z0-9._-]{1,254}"))
            throw refused(
                    "the name of a bucket has letters, digits, dots and dashes, and this one has others or is missing");
        Map<String, String> options = options(parts.length > 1 ? parts[1] : "");
        return new S3Address(
                bucket,
                prefix(place.substring(bucket.length())),
                Optional.ofNullable(options.get(ENDPOINT)).map(S3Address::endpoint),
                Optional.ofNullable(options.get(REGION)),
                pathStyle(options.getOrDefault(PATH_STYLE, "false")),
                Encryption.of(Optional.ofNullable(options.get(ENCRYPTION)), Optional.ofNullable(options.get(KMS_KEY))));
    }

    private static IllegalArgumentException refused(String why) {
        return new IllegalArgumentException("an archive in S3 is written s3://bucket/prefix?option=value: " + why);
    }

    private static IllegalArgumentException credentialsInUrl() {
        return refused(
                "it must not have credentials in it; give them as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, in a profile"
                        + " or by a role");
    }

    private static String prefix(String path) {
        String prefix = path.replaceAll("^/+|/+$", "");
        if (prefix.isEmpty()) return "";
        if (!ArchiveKeys.isKey(prefix) || prefix.length() > 100 || prefix.contains("%"))
            throw refused(
                    "the prefix has at most 100 characters of ASCII without %, and no part of it is empty, \".\" or \"..\"");
        return prefix + "/";
    }

    // Options

    private static Map<String, String> options(String query) {
        Map<String, String> options = new TreeMap<>();
        for (String option : query.split("&", -1)) {
            if (option.isEmpty()) continue;
            String[] parts = option.split("=", 2);
            String name = parts[0];
            if (!OPTIONS.contains(name))
                throw refused("there is no option \"" + name + "\"; there are " + String.join(", ", OPTIONS)
                        + ". Credentials are never in the URL");
            if (parts.length < 2 || parts[1].isBlank()) throw refused("the option " + name + " has no value");
            if (options.put(name, decoded(name, parts[1])) != null)
                throw refused("the option " + name + " is there twice");
        }
        return options;
    }

    private static String decoded(String name, String value) {
        try {
            return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw refused("the value of " + name + " is not encoded as in a URL");
        }
    }

    private static boolean pathStyle(String value) {
        if (value.equals("true")) return true;
        if (value.equals("false")) return false;
        throw refused("the option path-style is true or false, not \"" + value + "\"");
    }

    private static URI endpoint(String value) {
        try {
            URI uri = new URI(value);
            if (uri.getRawUserInfo() != null) throw credentialsInUrl();
            boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (!isHttp || uri.getHost() == null || uri.getRawQuery() != null || uri.getRawFragment() != null)
                throw refused("the option endpoint is http://host:port or https://host:port");
            return uri;
        } catch (URISyntaxException e) {
            throw refused("the option endpoint is http://host:port or https://host:port");
        }
    }

    /** For people; it has no secrets. */
    @Override
    public String toString() {
        String place = SCHEME + bucket + (prefix.isEmpty() ? "" : "/" + prefix.substring(0, prefix.length() - 1));
        return endpoint.map(uri -> place + "?endpoint=" + uri).orElse(place);
    }
}
