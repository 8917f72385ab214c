package dev.redrive.server.target;

/** What is said of a channel whose letters have no way back. */
public final class NoTarget {
    private NoTarget() {}

    /** {@code no target is configured for the channel orders; add one under redrive.channels: …}. */
    public static String text(String channel) {
        return "no target is configured for the channel " + channel + "; add one under " + how(channel);
    }

    private static String how(String channel) {
        return "redrive.channels: { match: \"" + channel.replace("\\", "\\\\").replace("\"", "\\\"")
                + "\", target: { http: { url: \"https://…\" } } }";
    }
}
