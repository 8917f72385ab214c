package dev.redrive.cli.http;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Sends what the older client cannot: it knows no PATCH. Slower to start, and only used for edits. */
final class PatchRequest {
    private PatchRequest() {}

    static Reply send(Address address, Request request) {
        byte[] body = request.bytes();
        HttpRequest.Builder builder = HttpRequest.newBuilder(address.resolve(request.path()))
                .timeout(Duration.ofSeconds(60))
                .method(
                        request.method(),
                        body == null
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(body));
        request.headers().forEach(builder::setHeader);
        address.token().ifPresent(token -> builder.setHeader("Authorization", "Bearer " + token));
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(5))
                .build();
        try {
            HttpResponse<byte[]> answer = client.send(builder.build(), HttpResponse.BodyHandlers.ofByteArray());
            return new Reply(answer.statusCode(), answer.headers().map(), answer.body());
        } catch (IOException e) {
            throw ServerErrors.unreachable(address, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailed("interrupted");
        }
    }
}
