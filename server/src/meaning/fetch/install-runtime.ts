import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { findRuntime, runtimePackage } from '../local/runtime.ts';
import { FetchProblem } from './fetch-problem.ts';

/**
 * Installs onnxruntime-node above the model’s folder if it is missing. Its own scripts, which download files for
 * graphics cards, aren’t run.
 */
export async function installRuntime(folder: string, above: string, tell: (line: string) => void): Promise<void> {
  try {
    findRuntime(folder);
    return;
  } catch {}
  tell(`${runtimePackage} (288 MB)`);
  await mkdir(above, { recursive: true });
  const options = ['--prefix', above, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = spawn('npm', ['install', ...options, runtimePackage], { stdio: 'inherit' });
  const code = await new Promise<number | null>((resolve, reject) => {
    npm.once('error', (error) => reject(new FetchProblem(`npm can’t be started (${error.message}).`)));
    npm.once('close', resolve);
  });
  if (code !== 0) throw new FetchProblem(`npm couldn’t install ${runtimePackage}.`);
}
