/** Watch mode: the server restarts and the web reloads when their sources change. Ctrl-C stops both. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { nodeBinary, root } from './setup/runtime.mjs';

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** Each gets its own process group, so that Ctrl-C reaches only this process, which then stops each of them once. */
function start(args, cwd) {
  const child = spawn(nodeBinary(), args, { cwd, stdio: ['ignore', 'inherit', 'inherit'], detached: true });
  running.add(child);
  child.once('exit', (code) => {
    running.delete(child);
    process.exitCode ??= code ?? 1;
    stopAll();
  });
}

function stopAll() {
  for (const child of running) child.kill('SIGTERM');
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    process.exitCode = 0;
    stopAll();
  });
}

start(['--watch', '--watch-preserve-output', path.join(root, 'server', 'src', 'main.ts')], root);
start([path.join(root, 'node_modules', 'vite', 'bin', 'vite.js'), '--clearScreen', 'false'], path.join(root, 'web'));
