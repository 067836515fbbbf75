import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface ServerProcess {
  stop(): Promise<void>;
}

const PATIENCE_MS = 60_000;

/** Starts a server and waits until it listens. It ends with this process at the latest. */
export async function startProcess(
  program: string,
  args: string[],
  port: number,
  patienceMs = PATIENCE_MS,
): Promise<ServerProcess> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text: Buffer) => {
    said = (said + text.toString()).slice(-2000);
  });
  const end = () => child.kill();
  process.once('exit', end);
  const stop = async () => {
    process.off('exit', end);
    if (hasEnded(child)) return;
    const ended = once(child, 'exit');
    child.kill();
    const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
    await ended;
    clearTimeout(late);
  };
  const until = Date.now() + patienceMs;
  while (!(await accepts(port))) {
    if (hasEnded(child) || Date.now() > until) {
      await stop();
      throw new Error(`${program} did not start: ${said}`);
    }
    await wait(20);
  }
  return { stop };
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
