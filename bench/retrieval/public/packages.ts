import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Debian packages whose documents may be copied and changed: GPL, PSF, and public domain. */
const packages = [
  'debian-faq',
  'debian-faq-de',
  'debian-handbook',
  'debian-policy',
  'python3.11-doc',
  'zlib1g-dev',
  'lsof',
  'xz-utils',
] as const;
export type Package = (typeof packages)[number];

/** Kept for the next run. */
const folder = join(tmpdir(), 'sheaf-public-documents');

/** Downloads and unpacks what is not there yet; answers where a package's files are. Needs a Debian with its sources. */
export function unpackPackages(): (name: Package) => string {
  mkdirSync(folder, { recursive: true });
  for (const name of packages) {
    if (existsSync(join(folder, name))) continue;
    const loading = join(folder, `${name}.loading`);
    mkdirSync(loading, { recursive: true });
    execFileSync('apt-get', ['download', name], { cwd: loading, stdio: ['ignore', 'ignore', 'pipe'] });
    const file = readdirSync(loading).find((one) => one.startsWith(`${name}_`) && one.endsWith('.deb'))!;
    execFileSync('dpkg-deb', ['-x', join(loading, file), join(loading, 'files')]);
    renameSync(join(loading, 'files'), join(folder, name));
  }
  return (name) => join(folder, name, 'usr/share/doc');
}
