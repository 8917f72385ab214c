package dev.redrive.jdbc;

import java.nio.ByteBuffer;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The one thing in which the two databases write a value differently: ids. */
enum Dialect {
    SQLITE {
        @Override
        void setId(PreparedStatement statement, int index, @Nullable UUID id) throws SQLException {
            statement.setBytes(index, id == null ? null : blob(id));
        }

        @Override
        @Nullable
        UUID id(ResultSet row, int index) throws SQLException {
            byte[] bytes = row.getBytes(index);
            if (bytes == null) return null;
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            return new UUID(buffer.getLong(), buffer.getLong());
        }
    },
    POSTGRESQL {
        @Override
        void setId(PreparedStatement statement, int index, @Nullable UUID id) throws SQLException {
            statement.setObject(index, id, java.sql.Types.OTHER);
        }

        @Override
        @Nullable
        UUID id(ResultSet row, int index) throws SQLException {
            return row.getObject(index, UUID.class);
        }
    };

    abstract void setId(PreparedStatement statement, int index, @Nullable UUID id) throws SQLException;

    abstract @Nullable UUID id(ResultSet row, int index) throws SQLException;

    static byte[] blob(UUID id) {
        return ByteBuffer.allocate(16)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array();
    }
}
