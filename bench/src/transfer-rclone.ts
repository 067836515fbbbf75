import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provide } from '../../sandbox/src/index.ts';
import type { End, Ends } from './transfer-ends.ts';

/** Debian's rclone, copying from one server to the other. Returns the seconds it took. */
export async function transferRclone({ from, to }: Ends): Promise<number> {
  const program = provide('rclone');
  if (!program) throw new Error('This needs rclone (Debian: rclone).');
  const keys = await mkdtemp(join(tmpdir(), 'sheaf-bench-rclone-'));
  try {
    const remotes = { ...(await remote(program, 'FROM', from, keys)), ...(await remote(program, 'TO', to, keys)) };
    const folder = ({ source, root }: End) => (source === 'sftp' ? root : '');
    const began = performance.now();
    const child = spawn(program, ['copy', `from:${folder(from)}`, `to:${folder(to)}`, '--config', '/dev/null'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...remotes },
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`rclone ended with ${code}`);
    return (performance.now() - began) / 1000;
  } finally {
    await rm(keys, { recursive: true, force: true });
  }
}

/** As settings in the environment. */
async function remote(program: string, name: string, { source, fields }: End, keys: string) {
  const settings: Record<string, string> = { type: source, user: fields.username! };
  if (source === 'webdav') {
    const pass = execFileSync(program, ['obscure', fields.password!], { encoding: 'utf8' }).trim();
    Object.assign(settings, { url: fields.address, vendor: 'other', pass });
  } else {
    const keyFile = join(keys, name);
    await writeFile(keyFile, fields.privateKey!, { mode: 0o600 });
    // By default it lets the host's shell compute a hash, twice per file: several times slower. Many hosts have no shell.
    const disable_hashcheck = 'true';
    Object.assign(settings, { host: fields.host, port: fields.port, key_file: keyFile, disable_hashcheck });
  }
  const named = Object.entries(settings).map(([key, value]) => [`RCLONE_CONFIG_${name}_${key.toUpperCase()}`, value]);
  return Object.fromEntries(named) as Record<string, string>;
}
