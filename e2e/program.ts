/** Runs the real program on fresh data for the browser tests. When it ends, nothing of it is left. */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { port } from './src/origin.ts';

const root = path.dirname(import.meta.dirname);
if (!existsSync(path.join(root, 'web/dist/index.html'))) {
  console.error('The web is not built, so there is nothing to test: run `npm run build` first.');
  process.exit(1);
}

const folder = mkdtempSync(path.join(tmpdir(), 'sheaf-e2e-'));
// PostgreSQL runs as another user where the tests run as root, and has to pass through.
chmodSync(folder, 0o755);

const program = spawn(process.execPath, ['server/src/main.ts'], {
  cwd: root,
  // None of the settings of whoever runs the tests.
  env: {
    PATH: process.env.PATH,
    PORT: String(port),
    SHEAF_DATA_DIR: folder,
    RATE_LIMIT: '0',
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
// A test run that was killed cannot tell its program to stop.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) stop();
}, 1000).unref();
