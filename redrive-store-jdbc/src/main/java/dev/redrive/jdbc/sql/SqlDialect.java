package dev.redrive.jdbc.sql;

import java.nio.ByteBuffer;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The two databases, with the one type of value that they store differently: ids. */
public enum SqlDialect {
    SQLITE {
        @Override
        public void setId(PreparedStatement statement, int index, @Nullable UUID id) throws SQLException {
            statement.setBytes(index, id == null ? null : blob(id));
        }

        @Override
        @Nullable
        public UUID id(ResultSet row, int index) throws SQLException {
            byte[] bytes = row.getBytes(index);
            if (bytes == null) return null;
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            return new UUID(buffer.getLong(), buffer.getLong());
        }
    },
    POSTGRESQL {
        @Override
        public void setId(PreparedStatement statement, int index, @Nullable UUID id) throws SQLException {
            statement.setObject(index, id, java.sql.Types.OTHER);
        }

        @Override
        @Nullable
        public UUID id(ResultSet row, int index) throws SQLException {
            return row.getObject(index, UUID.class);
        }
    };

    public abstract void setId(PreparedStatement statement, int index, @Nullable UUID id) throws SQLException;

    public abstract @Nullable UUID id(ResultSet row, int index) throws SQLException;

    public static byte[] blob(UUID id) {
        return ByteBuffer.allocate(16)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array();
    }
}
