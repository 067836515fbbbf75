import { run } from './run.mjs';

/** apt-get waits this many seconds while another process holds its lock. */
const WAITING = ['-o', 'DPkg::Lock::Timeout=120'];

/**
 * Installs a Debian package; needs root. Answers what apt-get printed.
 *
 * @param {string} name
 */
export async function installWithApt(name) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const update = await run('apt-get', [...WAITING, 'update', '-q'], { env });
  const install = await run('apt-get', [...WAITING, 'install', '-y', '-q', '--no-install-recommends', name], { env });
  return update.output + install.output;
}
