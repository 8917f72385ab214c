package dev.redrive.internal.engine;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds a lambda or method reference that gets a future from the last thing it does and lets it go, which Java allows where
 * nothing is to be returned: {@code letter -> service.processLater(letter)}. Its letters would be done before their work is.
 * What cannot be looked into counts as right.
 */
public final class DroppedFuture {
    private static final String PUBLISHER = "org.reactivestreams.Publisher";
    private static final int RETURN = 0xB1;
    private static final int POP = 0x57;
    private static final int INVOKE_VIRTUAL = 0xB6;
    private static final int INVOKE_STATIC = 0xB8;
    private static final int INVOKE_INTERFACE = 0xB9;

    private DroppedFuture() {}

    /** The type of what is let go, if it is a future or the like. */
    public static Optional<Class<?>> in(Object handler) {
        try {
            Method replace = handler.getClass().getDeclaredMethod("writeReplace");
            replace.setAccessible(true);
            if (!(replace.invoke(handler) instanceof SerializedLambda lambda)) return Optional.empty();
            return in(lambda, handler.getClass().getClassLoader());
        } catch (ReflectiveOperationException | RuntimeException | IOException | LinkageError cannotLook) {
            return Optional.empty();
        }
    }

    private static Optional<Class<?>> in(SerializedLambda lambda, @Nullable ClassLoader loader)
            throws IOException, ReflectiveOperationException {
        String signature = lambda.getImplMethodSignature();
        if (!signature.endsWith(")V")) return future(signature, loader);
        if (loader == null) return Optional.empty();
        try (InputStream file = loader.getResourceAsStream(lambda.getImplClass() + ".class")) {
            if (file == null) return Optional.empty();
            ClassFile read = new ClassFile(file.readAllBytes());
            String last = read.lastCall(lambda.getImplMethodName(), signature);
            return last == null ? Optional.empty() : future(last, loader);
        }
    }

    private static Optional<Class<?>> future(String signature, @Nullable ClassLoader loader)
            throws ReflectiveOperationException {
        String type = signature.substring(signature.indexOf(')') + 1);
        if (!type.startsWith("L")) return Optional.empty();
        String name = type.substring(1, type.length() - 1).replace('/', '.');
        Class<?> found = Class.forName(name, false, loader);
        return Stream.of(CompletionStage.class, Future.class, Flow.Publisher.class)
                                .anyMatch(later -> later.isAssignableFrom(found))
                        || isPublisher(found)
                ? Optional.of(found)
                : Optional.empty();
    }

    private static boolean isPublisher(@Nullable Class<?> type) {
        if (type == null) return false;
        return type.getName().equals(PUBLISHER)
                || isPublisher(type.getSuperclass())
                || Stream.of(type.getInterfaces()).anyMatch(DroppedFuture::isPublisher);
    }

    /** As much of a class file as is needed to find the last call of a method. */
    private static final class ClassFile {
        private static final int UTF8 = 1;
        private static final int METHOD = 10;
        private static final int INTERFACE_METHOD = 11;
        private static final int NAME_AND_TYPE = 12;

        private final DataInputStream in;
        private final Object[] constants;

        private record Reference(int second) {}

        ClassFile(byte[] bytes) throws IOException {
            in = new DataInputStream(new ByteArrayInputStream(bytes));
            in.skipNBytes(8);
            constants = new Object[in.readUnsignedShort()];
            for (int i = 1; i < constants.length; i++) i += constant(i);
        }

        /** Answers how many places it takes beside its own. */
        private int constant(int at) throws IOException {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case UTF8 -> constants[at] = in.readUTF();
                case METHOD, INTERFACE_METHOD, NAME_AND_TYPE -> {
                    in.skipNBytes(2);
                    constants[at] = new Reference(in.readUnsignedShort());
                }
                case 7, 8, 16, 19, 20 -> in.skipNBytes(2);
                case 15 -> in.skipNBytes(3);
                case 5, 6 -> in.skipNBytes(8);
                default -> in.skipNBytes(4);
            }
            return tag == 5 || tag == 6 ? 1 : 0;
        }

        /** The signature of the call whose result is dropped before the method returns; null when there is none. */
        @Nullable
        String lastCall(String name, String signature) throws IOException {
            in.skipNBytes(6);
            in.skipNBytes(2L * in.readUnsignedShort());
            members(null, null);
            byte[] code = members(name, signature);
            return code == null ? null : droppedAtTheEndOf(code);
        }

        /** Reads fields or methods; answers the code of the one that is asked for. */
        private byte @Nullable [] members(@Nullable String name, @Nullable String signature) throws IOException {
            int count = in.readUnsignedShort();
            for (int i = 0; i < count; i++) {
                in.skipNBytes(2);
                boolean isIt = constants[in.readUnsignedShort()].equals(name);
                isIt &= constants[in.readUnsignedShort()].equals(signature);
                int attributes = in.readUnsignedShort();
                for (int j = 0; j < attributes; j++) {
                    boolean isCode = constants[in.readUnsignedShort()].equals("Code");
                    byte[] content = in.readNBytes(in.readInt());
                    if (isIt && isCode) return code(content);
                }
            }
            return null;
        }

        private static byte[] code(byte[] attribute) throws IOException {
            DataInputStream content = new DataInputStream(new ByteArrayInputStream(attribute));
            content.skipNBytes(4);
            return content.readNBytes(content.readInt());
        }

        private @Nullable String droppedAtTheEndOf(byte[] code) {
            int end = code.length;
            if (end < 5 || at(code, end - 1) != RETURN || at(code, end - 2) != POP) return null;
            int call = at(code, end - 5);
            if (call >= INVOKE_VIRTUAL && call <= INVOKE_STATIC) return signature(code, end - 4);
            boolean viaInterface = end >= 7 && at(code, end - 7) == INVOKE_INTERFACE;
            return viaInterface ? signature(code, end - 6) : null;
        }

        private static int at(byte[] code, int index) {
            return code[index] & 0xFF;
        }

        private @Nullable String signature(byte[] code, int index) {
            int method = at(code, index) << 8 | at(code, index + 1);
            if (method >= constants.length || !(constants[method] instanceof Reference called)) return null;
            if (!(constants[called.second()] instanceof Reference nameAndType)) return null;
            return constants[nameAndType.second()] instanceof String text ? text : null;
        }
    }
}
