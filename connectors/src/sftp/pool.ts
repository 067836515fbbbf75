import type { Socket } from 'node:net';
import type { AccountContext } from '../kit/connector.ts';
import { ConnectorError } from '../kit/errors.ts';
import type { SftpFields } from './auth.ts';
import { connect, type SftpConnection } from './gateway.ts';
import { createHostKeyCheck } from './host-key.ts';

/** The connections of one session. Hosts often allow ten. */
export interface Pool {
  /** A connection until it is released. Tasks share connections; another is opened when all are busy. */
  acquire(): Promise<{ sftp: SftpConnection; release(): void }>;
  use<T>(work: (sftp: SftpConnection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface Line {
  connection: Promise<SftpConnection>;
  tasks: number;
  idle: NodeJS.Timeout | undefined;
}

const MAX_LINES = 4;
const TASKS_EACH = 8;
const IDLE_MS = 30_000;

export function createPool(account: AccountContext): Pool {
  const lines = new Set<Line>();
  let isClosed = false;

  async function dial(): Promise<SftpConnection> {
    const fields = (await account.fields()) as SftpFields;
    const check = createHostKeyCheck(fields);
    let socket: Socket | undefined;
    try {
      socket = await account.dial(fields.host, Number(fields.port || 22));
      const { username, password, privateKey } = fields;
      const connection = await connect(socket, { username, password, privateKey, isKnownHost: check.isKnownHost });
      await check.remember(account);
      return connection;
    } catch (error) {
      socket?.destroy();
      throw check.explain(error);
    }
  }

  function openLine(): Line {
    const line: Line = { connection: dial(), tasks: 0, idle: undefined };
    lines.add(line);
    const drop = () => {
      clearTimeout(line.idle);
      lines.delete(line);
    };
    line.connection.then(({ closed }) => closed.then(drop), drop);
    return line;
  }

  /** Others are opened only after the first, which records the host's key. */
  async function choose(): Promise<Line> {
    if (isClosed) throw new ConnectorError('unavailable', 'The session is closed');
    let best: Line | undefined;
    for (const line of lines) if (best === undefined || line.tasks < best.tasks) best = line;
    if (best === undefined) return openLine();
    if (best.tasks < TASKS_EACH || lines.size >= MAX_LINES) return best;
    await [...lines][0]!.connection;
    return lines.size < MAX_LINES ? openLine() : best;
  }

  const acquire = async () => {
    const line = await choose();
    line.tasks += 1;
    clearTimeout(line.idle);
    const release = () => {
      line.tasks -= 1;
      if (line.tasks > 0) return;
      line.idle = setTimeout(() => void line.connection.then((sftp) => sftp.end()), IDLE_MS);
      line.idle.unref();
    };
    try {
      return { sftp: await line.connection, release };
    } catch (error) {
      release();
      clearTimeout(line.idle);
      throw error;
    }
  };

  return {
    acquire,
    async use(work) {
      const { sftp, release } = await acquire();
      try {
        return await work(sftp);
      } finally {
        release();
      }
    },
    async close() {
      isClosed = true;
      const open = await Promise.allSettled([...lines].map(({ connection }) => connection));
      for (const line of lines) clearTimeout(line.idle);
      const connections = open.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      for (const connection of connections) connection.end();
      await Promise.all(connections.map(({ closed }) => closed));
    },
  };
}
