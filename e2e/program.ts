/** Runs the real program on fresh data for the browser tests, and removes the data when it ends. */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { port } from './src/setup/origin.ts';

const root = path.dirname(import.meta.dirname);
if (!existsSync(path.join(root, 'web/dist/index.html'))) {
  console.error('The web is not built, so there is nothing to test: run `npm run build` first.');
  process.exit(1);
}

const folder = mkdtempSync(path.join(tmpdir(), 'sheaf-e2e-'));
// PostgreSQL runs as another user if the tests run as root, and needs access to its folder below.
chmodSync(folder, 0o755);

const program = spawn(process.execPath, ['server/src/main.ts'], {
  cwd: root,
  // Without any settings from the environment of the tests.
  env: {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node'),
    PORT: String(port),
    SHEAF_DATA_DIR: folder,
    RATE_LIMIT: '0',
    // The tests, their browsers and the program share a machine that may stop for seconds.
    OVERLOAD_MS: '0',
    SHEAF_ALLOW_PRIVATE_NETWORKS: '127.0.0.1/32',
  },
  stdio: ['ignore', 'inherit', 'inherit'],
});
program.once('exit', (code) => {
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = code ?? 1;
});

const stop = () => void program.kill('SIGTERM');
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
// A killed test run cannot stop its program, so the program watches for it.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) stop();
}, 1000).unref();
