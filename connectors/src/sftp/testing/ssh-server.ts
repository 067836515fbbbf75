import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import ssh2, { type AuthContext, type Connection, type SFTPWrapper } from 'ssh2';

/** A host that only supports sign-in, to test methods that need no system account; `more` adds to it. */
export async function startSshServer(
  mayEnter: (context: AuthContext) => boolean,
  more: (sftp: SFTPWrapper, connection: Connection) => void = () => {},
) {
  const connections = new Set<Connection>();
  // ssh2 doesn’t make the key, because it can’t read one in 256 of those it makes.
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const server = new ssh2.Server({ hostKeys: [privateKey] }, (connection) => {
    connections.add(connection);
    connection.on('error', () => {});
    connection.on('authentication', (context) => {
      if (context.method === 'keyboard-interactive' && mayEnter(context))
        context.prompt([{ prompt: 'Password: ', echo: false }], (answers) =>
          answers[0] === 'right' ? context.accept() : context.reject(),
        );
      else if (mayEnter(context)) context.accept();
      else context.reject(['password', 'keyboard-interactive']);
    });
    connection.on('session', (accept) =>
      accept().on('sftp', (acceptSftp) => {
        const sftp = acceptSftp();
        const attrs = { mode: 0o040755, uid: 0, gid: 0, size: 0, atime: 1, mtime: 1 };
        sftp.on('REALPATH', (id) => sftp.name(id, [{ filename: '/home/ada', longname: '', attrs }]));
        sftp.on('LSTAT', (id) => sftp.attrs(id, attrs));
        more(sftp, connection);
      }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      for (const connection of connections) connection.end();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
