import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';

/** Replaces npm: records that it ran, and installs a vite that also records its runs and builds one page. */
const NPM = `#!/bin/sh
echo install >> calls
sleep 0.3
[ -e refuse ] && { echo 'npm says no'; exit 1; }
mkdir -p node_modules/vite/bin
cp vite.js node_modules/vite/bin/vite.js
`;
const VITE = `
const fs = require('node:fs');
fs.appendFileSync('../calls', 'build\\n');
const folder = process.argv[process.argv.indexOf('--outDir') + 1];
fs.mkdirSync(folder, { recursive: true });
fs.copyFileSync('src/page.txt', folder + '/index.html');
`;

let clone: string;

beforeEach(async () => {
  clone = await mkdtemp(path.join(os.tmpdir(), 'sheaf setup '));
  await cp(import.meta.dirname, path.join(clone, 'scripts'), { recursive: true });
  const files = {
    'package-lock.json': '{"packages":{}}',
    'web/src/page.txt': 'first',
    'contract/src/index.ts': '',
    'programs/npm': NPM,
    'vite.js': VITE,
  };
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(clone, file)), { recursive: true });
    await writeFile(path.join(clone, file), text);
  }
  await chmod(path.join(clone, 'programs/npm'), 0o755);
});

afterEach(() => rm(clone, { recursive: true, force: true }));

function setUp(purpose = 'start') {
  const env = { ...process.env, PATH: `${path.join(clone, 'programs')}:${process.env.PATH}` };
  return promisify(execFile)(process.execPath, [path.join(clone, 'scripts/setup.mjs'), purpose], { env });
}

const calls = async () => (await readFile(path.join(clone, 'calls'), 'utf8')).trim().split('\n');
const page = () => readFile(path.join(clone, 'web/dist/index.html'), 'utf8');

it('installs and builds a bare clone, and then has nothing to do', async () => {
  const { stdout } = await setUp();
  expect(stdout).toBe('Installing…\nBuilding the web…\n');
  expect(await page()).toBe('first');
  expect((await setUp()).stdout).toBe('');
  expect(await calls()).toEqual(['install', 'build']);
});

it('builds again only when a source of the web app changed', async () => {
  await setUp();
  await writeFile(path.join(clone, 'web/src/page.txt'), 'second');
  await setUp();
  expect(await page()).toBe('second');
  await writeFile(path.join(clone, 'web/src/page.test.ts'), 'a test is no source');
  await setUp();
  expect(await calls()).toEqual(['install', 'build', 'build']);
});

it('installs again when the lockfile changed', async () => {
  await setUp('dev');
  await writeFile(path.join(clone, 'package-lock.json'), '{"packages":{"node_modules/a":{"version":"1.0.0"}}}');
  await setUp('dev');
  expect(await calls()).toEqual(['install', 'install']);
});

it('accepts the result of a plain npm install', async () => {
  const packages =
    '{"packages":{"node_modules/a":{"version":"1.0.0"},"node_modules/b":{"version":"2.0.0","optional":true}}}';
  await writeFile(path.join(clone, 'package-lock.json'), packages);
  await mkdir(path.join(clone, 'node_modules'));
  await writeFile(
    path.join(clone, 'node_modules/.package-lock.json'),
    '{"packages":{"node_modules/a":{"version":"1.0.0"}}}',
  );
  expect((await setUp('dev')).stdout).toBe('');
});

it('lets only one of two simultaneous set-ups do the work', async () => {
  await Promise.all([setUp(), setUp()]);
  expect(await calls()).toEqual(['install', 'build']);
});

it('takes over the lock of a killed set-up', async () => {
  const dead = spawn('true');
  await once(dead, 'close');
  await mkdir(path.join(clone, '.cache'));
  await writeFile(path.join(clone, '.cache/setup.lock'), String(dead.pid));
  expect((await setUp()).stdout).toBe('Installing…\nBuilding the web…\n');
});

it('reports why npm failed, and tries again next time', async () => {
  await writeFile(path.join(clone, 'refuse'), '');
  await expect(setUp()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('npm says no') });
  await rm(path.join(clone, 'refuse'));
  await setUp();
  expect(await calls()).toEqual(['install', 'install', 'build']);
});

it('keeps the old web when the new one does not build', async () => {
  await setUp();
  await appendFile(path.join(clone, 'node_modules/vite/bin/vite.js'), 'process.exit(1)');
  await writeFile(path.join(clone, 'web/src/page.txt'), 'broken');
  await expect(setUp()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('could not be built') });
  expect(await page()).toBe('first');
});

it('installs a Debian package when its lock is free, and reports what apt-get says', async () => {
  const aptGet = path.join(clone, 'programs/apt-get');
  await writeFile(aptGet, '#!/bin/sh\necho "apt-get $*"\n[ "$3" = update ] || { echo "E: locked" >&2; exit 100; }\n');
  await chmod(aptGet, 0o755);
  const module = JSON.stringify(path.join(clone, 'scripts/setup/apt.mjs'));
  const script = `import { installWithApt } from ${module}; console.log(await installWithApt('chromium'));`;
  const env = { ...process.env, PATH: `${path.join(clone, 'programs')}:${process.env.PATH}` };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env });
  expect(stdout.trim().split('\n')).toEqual([
    'apt-get -o DPkg::Lock::Timeout=120 update -q',
    'apt-get -o DPkg::Lock::Timeout=120 install -y -q --no-install-recommends chromium',
    'E: locked',
  ]);
});
