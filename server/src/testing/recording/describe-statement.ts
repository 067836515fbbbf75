import type pg from 'pg';

/** The columns that a statement would return, as PostgreSQL says when it prepares it; null if it can't be prepared. */
export function describeStatement(client: pg.ClientBase, text: string): Promise<pg.FieldDef[] | null> {
  return new Promise((resolve, reject) => {
    let fields: pg.FieldDef[] = [];
    const described = {
      submit(connection: pg.Connection) {
        connection.parse({ name: '', text, types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription(message: { fields: pg.FieldDef[] }) {
        fields = message.fields;
      },
      // After an error, PostgreSQL sends it no other message.
      handleError(error: Error & { severity?: string }) {
        if (error.severity === 'ERROR') resolve(null);
        else reject(error);
      },
      handleReadyForQuery() {
        resolve(fields);
      },
    };
    client.query(described as unknown as pg.Submittable);
  });
}
