package dev.redrive.examples.orders;

import org.springframework.http.HttpStatus;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Sends orders, good and bad, and switches the other services off and on. */
@RestController
class ShopFront {
    private final KafkaTemplate<String, String> kafka;
    private final PaymentApi payments;
    private final Mail mail;

    ShopFront(KafkaTemplate<String, String> kafka, PaymentApi payments, Mail mail) {
        this.kafka = kafka;
        this.payments = payments;
        this.mail = mail;
    }

    /** Whatever is given goes to the topic as it is. */
    @PostMapping("/orders")
    @ResponseStatus(HttpStatus.ACCEPTED)
    void order(@RequestBody String json) {
        kafka.send("orders", json).join();
    }

    @PostMapping("/payments/{state}")
    String payments(@PathVariable String state) {
        payments.state.turn(state.equals("down"));
        return "payments are " + (payments.state.isDown() ? "down" : "up") + "\n";
    }

    @PostMapping("/mail/{state}")
    String mail(@PathVariable String state) {
        mail.state.turn(state.equals("down"));
        return "mail is " + (mail.state.isDown() ? "down" : "up") + "\n";
    }
}
