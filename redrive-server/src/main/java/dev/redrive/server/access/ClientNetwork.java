package dev.redrive.server.access;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HexFormat;

/** The network that an address counts for: itself in IPv4, its /64 in IPv6, since one client can use all of a /64. */
public final class ClientNetwork {
    private ClientNetwork() {}

    public static String of(String address) {
        if (address.indexOf(':') < 0) return address;
        int zone = address.indexOf('%');
        String literal = zone < 0 ? address : address.substring(0, zone);
        try {
            // In brackets nothing is looked up by name.
            byte[] bytes = InetAddress.getByName("[" + literal + "]").getAddress();
            return bytes.length == 16 ? HexFormat.of().formatHex(Arrays.copyOf(bytes, 8)) : literal;
        } catch (UnknownHostException e) {
            return literal;
        }
    }
}
