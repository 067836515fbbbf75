import { spawn } from 'node:child_process';
import { shareLock } from './lock.mjs';
import { root } from './runtime.mjs';

/**
 * Runs a program to its end and returns its output. Signals that end this process end the program too.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeout?: number }} [options]
 * @returns {Promise<{ succeeded: boolean, output: string }>}
 */
export function run(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    if (child.pid !== undefined) shareLock(child.pid);
    const stop = (signal) => {
      child.once('close', () => process.exit(1));
      child.kill(signal);
    };
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.once(signal, stop);

    let output = '';
    const collect = (text) => {
      output += text;
    };
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);
    const finish = (succeeded) => {
      for (const signal of signals) process.removeListener(signal, stop);
      resolve({ succeeded, output });
    };
    child.once('error', (error) => {
      output += error.message;
      finish(false);
    });
    child.once('close', (code) => finish(code === 0));
  });
}
