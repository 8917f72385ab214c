package dev.redrive.policy;

import dev.redrive.letter.Category;
import dev.redrive.letter.Retryability;
import dev.redrive.text.Glob;
import org.jspecify.annotations.Nullable;

/** Which letters a policy is for. All that is given must fit; what is null fits everything. */
public record Match(
        @Nullable Category category,
        @Nullable Retryability retryability,
        @Nullable Glob channel,
        @Nullable Glob errorType) {
    public static Match any() {
        return new Match(null, null, null, null);
    }

    public Match category(Category wanted) {
        return new Match(wanted, retryability, channel, errorType);
    }

    public Match retryability(Retryability wanted) {
        return new Match(category, wanted, channel, errorType);
    }

    public Match channel(Glob wanted) {
        return new Match(category, retryability, wanted, errorType);
    }

    public Match errorType(Glob wanted) {
        return new Match(category, retryability, channel, wanted);
    }

    boolean fits(String inChannel, String ofErrorType, Category ofCategory, Retryability ofRetryability) {
        return (category == null || category == ofCategory)
                && (retryability == null || retryability == ofRetryability)
                && (channel == null || channel.matches(inChannel))
                && (errorType == null || errorType.matches(ofErrorType));
    }
}
