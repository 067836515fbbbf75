import { once } from 'node:events';
import { type AddressInfo, createServer as createPlain, type Socket } from 'node:net';
import tls from 'node:tls';
import { certificate, key } from '../../kit/testing/certificate.ts';

/** Answers one line of the client; `tag` and `command` are its first words. */
export type Answer = (socket: Socket, line: { tag: string; command: string; text: string }) => void;

export interface Script {
  greeting?: string | null;
  /** Answers by command in capitals, with UID as in 'UID FETCH'; `*` matches all others. */
  answers?: Record<string, Answer>;
  /** Set for a server without TLS. */
  isPlain?: boolean;
  /** Receives every line of the client. */
  hear?(line: string): void;
}

const CAPABILITY = 'IMAP4rev1 ENABLE CONDSTORE QRESYNC IDLE';

const usual: Record<string, Answer> = {
  CAPABILITY: (socket, { tag }) => socket.write(`* CAPABILITY ${CAPABILITY}\r\n${tag} OK\r\n`),
  LOGIN: (socket, { tag }) => socket.write(`${tag} OK signed in\r\n`),
  ENABLE: (socket, { tag }) => socket.write(`* ENABLED CONDSTORE QRESYNC\r\n${tag} OK\r\n`),
  LIST: (socket, { tag }) => socket.write(`* LIST () "/" INBOX\r\n${tag} OK\r\n`),
  EXAMINE: (socket, { tag }) =>
    socket.write(
      `* 2 EXISTS\r\n* OK [UIDVALIDITY 7] x\r\n* OK [UIDNEXT 3] x\r\n* OK [HIGHESTMODSEQ 9] x\r\n${tag} OK [READ-ONLY]\r\n`,
    ),
  'UID SEARCH': (socket, { tag }) => socket.write(`* SEARCH 1 2\r\n${tag} OK\r\n`),
  '*': (socket, { tag }) => socket.write(`${tag} OK\r\n`),
};

/** A mail server that sends exactly what a test scripts, however wrong. */
export async function startScriptedServer({ greeting = '* OK hello', answers = {}, isPlain = false, hear }: Script) {
  const sockets = new Set<Socket>();
  const serve = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    if (greeting !== null) socket.write(`${greeting}\r\n`);
    // A server that says BYE closes the connection.
    if (greeting?.startsWith('* BYE')) socket.end();
    let rest = '';
    socket.on('data', (bytes: Buffer) => {
      const lines = (rest + bytes.toString('latin1')).split('\r\n');
      rest = lines.pop()!;
      for (const text of lines) {
        hear?.(text);
        const [tag = '', first = '', second = ''] = text.split(' ');
        const command = first.toUpperCase() === 'UID' ? `UID ${second.toUpperCase()}` : first.toUpperCase();
        const answer = answers[command] ?? answers['*'] ?? usual[command] ?? usual['*']!;
        answer(socket, { tag, command, text });
      }
    });
  };
  const server = isPlain ? createPlain(serve) : tls.createServer({ cert: certificate, key }, serve);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
