import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startRealHosts } from './real-hosts.ts';

export interface RcloneClient {
  /** A folder of this machine, to copy from and to. */
  folder: string;
  /** Returns its output; throws with its error message if it fails. */
  run(...args: string[]): Promise<string>;
  stop(): Promise<void>;
}

/**
 * An unmodified rclone as a client of a sandbox, which looks to it like the real provider. `settings` are those of a
 * remote named `cloud`, in a file in which rclone keeps the tokens that it is given.
 */
export async function startRcloneClient(
  programs: { rclone: string; openssl: string },
  hosts: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, string>>,
): Promise<RcloneClient> {
  const proxy = await startRealHosts(programs.openssl, hosts);
  const own = await mkdtemp(join(tmpdir(), 'sheaf-rclone-'));
  const config = join(own, 'rclone.conf');
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
  await writeFile(config, `[cloud]\n${lines.join('')}`);
  const env = { PATH: process.env.PATH, HOME: own, HTTPS_PROXY: proxy.proxy };
  // It doesn’t wait between calls or retry, so that failures show.
  const always = ['--ca-cert', proxy.caFile, '--config', config, '--retries', '1', '-v'];
  return {
    folder: own,
    async run(...args) {
      const { stdout } = await promisify(execFile)(programs.rclone, [...args, ...always], { env, timeout: 120_000 });
      return stdout;
    },
    async stop() {
      await proxy.stop();
      await rm(own, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
