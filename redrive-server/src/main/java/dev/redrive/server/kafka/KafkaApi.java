package dev.redrive.server.kafka;

import dev.redrive.server.caller.Caller;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Dead letter topics over HTTP: which there are, which are read, and how that goes. */
@RestController
final class KafkaApi {
    private final KafkaReports reports;

    KafkaApi(KafkaReports reports) {
        this.reports = reports;
    }

    @GetMapping("/dlq/kafka")
    KafkaReport kafka(HttpServletRequest request) {
        return reports.of(Caller.of(request));
    }
}
