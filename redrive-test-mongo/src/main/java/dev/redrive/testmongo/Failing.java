package dev.redrive.testmongo;

import de.bwaldvogel.mongo.bson.Document;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How a command fails: by the data of a fail point, which is empty when it does not. */
record Failing(Document data, String command, Document query) {
    boolean isHangUp() {
        return Boolean.TRUE.equals(data.get("closeConnection"));
    }

    boolean isError() {
        return data.containsKey("errorCode");
    }

    Document error() {
        int code = (int) Objects.requireNonNull(data.get("errorCode"));
        return Answers.error(code, name(code), labels());
    }

    private static String name(int code) {
        return switch (code) {
            case 91 -> "ShutdownInProgress";
            case 189 -> "PrimarySteppedDown";
            case 10107 -> "NotWritablePrimary";
            default -> throw new IllegalArgumentException("code " + code + " is not known here");
        };
    }

    /** As a server says it of the codes above. */
    private List<String> labels() {
        boolean isEnd = command.equals("commitTransaction") || command.equals("abortTransaction");
        if (Transactions.isIn(query) && !isEnd) return List.of("TransientTransactionError");
        return query.containsKey("txnNumber") ? List.of("RetryableWriteError") : List.of();
    }

    /** The answer to a command that was done, with what went wrong after it. */
    Document afterwards(Document answer) {
        @Nullable Object error = data.get("writeConcernError");
        if (error == null) return answer;
        answer.append("writeConcernError", error);
        List<String> labels = labels();
        return labels.isEmpty() ? answer : answer.append("errorLabels", labels);
    }
}
