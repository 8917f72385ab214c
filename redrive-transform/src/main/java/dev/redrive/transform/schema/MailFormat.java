package dev.redrive.transform.schema;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.format.Format;

/**
 * The format of mail addresses: something, an at sign, something. The validator's own knows a list of top-level domains and
 * refuses addresses of newer and of private ones; a letter must not stay behind for that.
 */
record MailFormat(String name) implements Format {
    @Override
    public String getName() {
        return name;
    }

    @Override
    public boolean matches(ExecutionContext context, String text) {
        int at = text.lastIndexOf('@');
        return at > 0 && at < text.length() - 1 && text.chars().noneMatch(c -> Character.isWhitespace(c) || c < ' ');
    }
}
