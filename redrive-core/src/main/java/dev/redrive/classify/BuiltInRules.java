package dev.redrive.classify;

import dev.redrive.letter.Category;
import dev.redrive.letter.Retryability;
import java.util.ArrayList;
import java.util.List;

/**
 * The built-in rules. The more certain ones come first: what the other side said (status, code), then types, then words in the
 * message, then types that say little. Among types, outages come before bad data, because a network error below a parse
 * error is the reason for it, and trying again helps.
 */
final class BuiltInRules {
    static final List<Rule> ALL = new BuiltInRules().all();

    private final List<Rule> rules = new ArrayList<>();

    private List<Rule> all() {
        statuses();
        sqlStates();
        codes();
        types(Category.UNKNOWN, Retryability.PERMANENT, "PermanentError", "PermanentException");
        outages();
        badData();
        messages();
        vagueTypes();
        return List.copyOf(rules);
    }

    private void statuses() {
        rules.add(Rule.to(Category.TIMEOUT).httpStatus(408));
        rules.add(Rule.to(Category.TIMEOUT).httpStatus(504));
        rules.add(Rule.to(Category.RATE_LIMIT).httpStatus(429));
        rules.add(Rule.to(Category.AUTHORIZATION).httpStatus(401));
        rules.add(Rule.to(Category.AUTHORIZATION).httpStatus(403));
        rules.add(Rule.to(Category.NOT_FOUND).httpStatus(404));
        rules.add(Rule.to(Category.NOT_FOUND).httpStatus(410));
        rules.add(Rule.to(Category.DUPLICATE).httpStatus(409));
        rules.add(Rule.to(Category.VALIDATION).httpStatus(400));
        rules.add(Rule.to(Category.VALIDATION).httpStatus(422));
        rules.add(Rule.to(Category.DOWNSTREAM_FAILURE).httpStatus(500, 599));
    }

    /** Two digits alone could be any code; with an SQL exception they are the class of an SQLSTATE. */
    private void sqlStates() {
        codes(Category.DUPLICATE, "23505");
        codes(Category.PERSISTENCE, "40001", "40P01", "55P03", "57P*");
        codes(Category.TIMEOUT, "57014");
        codes(Category.AUTHORIZATION, "42501");
        sqlStates(Category.PERSISTENCE, "08*", "40*", "53*", "58*");
        sqlStates(Category.VALIDATION, "22*", "23*");
        sqlStates(Category.AUTHORIZATION, "28*");
    }

    private void codes() {
        codes(Category.RATE_LIMIT, "*RATE_LIMIT*", "*TOO_MANY_REQUESTS*", "*QUOTA*", "*THROTTL*", "RESOURCE_EXHAUSTED");
        codes(Category.TIMEOUT, "*TIMEOUT*", "*TIMEDOUT*", "*TIMED_OUT*", "DEADLINE_EXCEEDED");
        codes(Category.PERSISTENCE, "DATABASE_*", "DB_*", "*DEADLOCK*");
        codes(
                Category.DOWNSTREAM_FAILURE,
                "ECONNREFUSED",
                "ECONNRESET",
                "ECONNABORTED",
                "ENOTFOUND",
                "EAI_AGAIN",
                "EPIPE");
        codes(Category.DOWNSTREAM_FAILURE, "EHOSTUNREACH", "ENETUNREACH", "CONNECTION_*", "NETWORK_*", "*UNAVAILABLE*");
        codes(Category.DUPLICATE, "*DUPLICATE*", "ALREADY_EXISTS");
        codes(Category.DESERIALIZATION, "*DESERIALIZATION*", "MALFORMED_*", "PARSE_ERROR", "INVALID_JSON");
        codes(Category.AUTHORIZATION, "*UNAUTHORIZED*", "*FORBIDDEN*", "*ACCESS_DENIED*", "PERMISSION_DENIED");
        codes(Category.AUTHORIZATION, "UNAUTHENTICATED", "AUTHORIZATION_*", "AUTHENTICATION_*", "EACCES", "EPERM");
        codes(Category.NOT_FOUND, "*NOT_FOUND*", "ENOENT");
        codes(Category.VALIDATION, "*VALIDATION*", "INVALID_*", "BUSINESS_RULE_*", "BAD_REQUEST");
    }

    private void outages() {
        types(Category.RATE_LIMIT, "*RateLimit*", "*TooManyRequests*", "*QuotaExceeded*", "*Throttl*");
        types(Category.RATE_LIMIT, "RequestNotPermitted", "RATE_LIMIT_*");

        types(Category.PERSISTENCE, "SQLTransient*", "SQLRecoverableException", "SQLTransactionRollbackException");
        types(Category.TIMEOUT, "java.lang.InterruptedException", "ClosedByInterruptException");
        types(Category.PERSISTENCE, "SQLTimeoutException", "SQLNonTransientConnectionException", "DATABASE_*");
        types(Category.PERSISTENCE, "TransientDataAccessException", "RecoverableDataAccessException");
        types(Category.PERSISTENCE, "DataAccessResourceFailureException", "CannotGetJdbcConnectionException");
        types(Category.PERSISTENCE, "CannotCreateTransactionException", "CannotSerializeTransactionException");
        types(
                Category.PERSISTENCE,
                "*CannotAcquireLock*",
                "*PessimisticLock*",
                "*OptimisticLock*",
                "*LockAcquisition*");
        types(Category.PERSISTENCE, "*Deadlock*", "*LockTimeout*", "JDBCConnectionException", "MongoSocket*");
        types(Category.PERSISTENCE, "MongoTimeoutException", "*DatabaseError", "OperationalError");

        types(Category.TIMEOUT, "*Timeout*", "*TimedOut*", "*DeadlineExceeded*", "TIMEOUT_*");

        types(Category.DOWNSTREAM_FAILURE, "java.net.ConnectException", "java.net.UnknownHostException");
        types(Category.DOWNSTREAM_FAILURE, "java.net.NoRouteToHostException", "java.net.PortUnreachableException");
        types(Category.DOWNSTREAM_FAILURE, "java.net.BindException", "java.net.SocketException");
        types(Category.DOWNSTREAM_FAILURE, "ClosedChannelException", "UnresolvedAddressException", "SSL*Exception");
        types(Category.DOWNSTREAM_FAILURE, "ConnectException", "UnknownHostException", "HttpHostConnectException");
        types(Category.DOWNSTREAM_FAILURE, "NoHttpResponseException", "ResourceAccessException", "DisconnectException");
        types(Category.DOWNSTREAM_FAILURE, "WebClientRequestException", "*HttpServerErrorException*", "*BadGateway*");
        types(
                Category.DOWNSTREAM_FAILURE,
                "*ServiceUnavailable*",
                "*InternalServerError*",
                "CallNotPermittedException");
        types(Category.DOWNSTREAM_FAILURE, "*NetworkError", "*NetworkException", "*ConnectionError", "FetchError");
        types(
                Category.DOWNSTREAM_FAILURE,
                "*ConnectionRefused*",
                "*ConnectionReset*",
                "*ConnectionAborted*",
                "BrokenPipe*");
        types(Category.DOWNSTREAM_FAILURE, "NETWORK_*", "SERVICE_UNAVAILABLE*");
        types(Category.DOWNSTREAM_FAILURE, "*RetriableException", "*RetryableException", "TransientError");
        types(Category.DOWNSTREAM_FAILURE, "TransientException");
    }

    private void badData() {
        types(Category.DUPLICATE, "*Duplicate*", "*AlreadyExists*", "*$Conflict", "DUPLICATE_*");

        types(
                Category.DESERIALIZATION,
                "*SerializationException",
                "*DeserializationException",
                "*DeserializationError");
        types(Category.DESERIALIZATION, "JsonProcessingException", "JacksonException", "*StreamReadException");
        types(Category.DESERIALIZATION, "*MismatchedInput*", "*InvalidFormat*", "*UnrecognizedProperty*");
        types(
                Category.DESERIALIZATION,
                "*DatabindException",
                "*JsonParse*",
                "*JsonMapping*",
                "*JsonEOF*",
                "*JsonSyntax*");
        types(Category.DESERIALIZATION, "*JSONDecodeError", "*JSONException", "SyntaxError", "UnicodeDecodeError");
        types(Category.DESERIALIZATION, "*MalformedData*", "*MalformedJson*", "*MalformedInput*", "*Unmarshal*");
        types(Category.DESERIALIZATION, "*HttpMessageNotReadable*", "*MessageConversion*", "*CharacterCodingException");
        types(Category.DESERIALIZATION, "*AvroTypeException", "*InvalidProtocolBuffer*", "*SAXParseException");
        types(Category.DESERIALIZATION, "*XMLStreamException", "*YAMLException", "java.io.ObjectStreamException");
        types(Category.DESERIALIZATION, "java.io.InvalidClassException", "java.io.StreamCorruptedException");
        types(Category.DESERIALIZATION, "java.io.UTFDataFormatException", "java.util.zip.DataFormatException");
        types(Category.DESERIALIZATION, "java.text.ParseException", "DateTimeParseException", "NumberFormatException");

        types(Category.AUTHORIZATION, "*AccessDenied*", "*Unauthorized*", "*Forbidden*", "*PermissionDenied*");
        types(Category.AUTHORIZATION, "*AuthorizationError", "*AuthorizationException", "*NotAuthorized*");
        types(Category.AUTHORIZATION, "*AuthenticationError", "*AuthenticationException", "*JwtException");
        types(Category.AUTHORIZATION, "PermissionError", "AUTHORIZATION_*");

        types(Category.VALIDATION, "*ValidationError", "*ValidationException", "*ConstraintViolation*");
        types(Category.VALIDATION, "*BusinessRule*", "*MethodArgumentNotValid*", "*DataIntegrityViolation*");
        types(Category.VALIDATION, "SQLDataException", "IntegrityError", "ZodError", "*InvalidArgument*");
        types(Category.VALIDATION, "*$BadRequest", "*BadRequestException", "*BadRequestError", "*UnprocessableEntity*");
        types(Category.VALIDATION, "*UnprocessableContent*", "org.springframework.validation.BindException");
        types(Category.VALIDATION, "java.net.URISyntaxException", "VALIDATION_*");

        // A class that is missing is a broken deployment, not a missing thing: for people to look at.
        types(Category.UNKNOWN, "ClassNotFoundException", "ModuleNotFoundError");
        types(Category.NOT_FOUND, "*NotFoundException", "*NotFoundError", "*$NotFound", "*$Gone", "*DoesNotExist");
        types(Category.NOT_FOUND, "java.nio.file.NoSuchFileException", "NoSuchKeyException", "NOT_FOUND*");
        types(Category.NOT_FOUND, "EmptyResultDataAccessException", "NoResultException");
    }

    private void messages() {
        messages(Category.DUPLICATE, "duplicate key", "duplicate entry", "unique constraint");
        messages(Category.RATE_LIMIT, "too many requests", "rate limit", "quota", "throttl");
        messages(Category.PERSISTENCE, "deadlock", "could not serialize access", "database is locked");
        messages(Category.TIMEOUT, "timed out", "deadline exceeded", "gateway timeout", "timeout after");
        messages(Category.TIMEOUT, "network timeout", "connection timeout", "request timeout", "read timeout");
        messages(
                Category.DOWNSTREAM_FAILURE,
                "connection refused",
                "connection reset",
                "connection closed",
                "broken pipe");
        messages(Category.DOWNSTREAM_FAILURE, "service unavailable", "bad gateway", "no route to host", "unknown host");
        messages(Category.DOWNSTREAM_FAILURE, "temporarily unavailable", "failed to connect", "could not connect");
        messages(Category.DESERIALIZATION, "invalid data format", "malformed data", "malformed json");
        messages(Category.VALIDATION, "validation failed", "missing required field");
    }

    /** These are thrown for many reasons, so a telling message goes first. */
    private void vagueTypes() {
        types(Category.VALIDATION, "IllegalArgumentException", "ValueError");
        types(Category.AUTHORIZATION, "java.lang.SecurityException", "java.security.GeneralSecurityException");
        types(Category.NOT_FOUND, "java.util.NoSuchElementException");
    }

    private void types(Category category, String... globs) {
        types(category, category.retryability(), globs);
    }

    private void types(Category category, Retryability retryability, String... globs) {
        for (String glob : globs) rules.add(Rule.to(category).errorType(glob).retryability(retryability));
    }

    private void codes(Category category, String... globs) {
        for (String glob : globs) rules.add(Rule.to(category).code(glob));
    }

    private void sqlStates(Category category, String... globs) {
        for (String glob : globs) rules.add(Rule.to(category).errorType("*SQL*").code(glob));
    }

    private void messages(Category category, String... texts) {
        for (String text : texts) rules.add(Rule.to(category).message(text));
    }
}
