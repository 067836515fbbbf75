import { type ChildProcess, spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Limits {
  /** Wall-clock time. */
  seconds: number;
  /** Processor time, which also ends a program that nobody is left to end. */
  processorSeconds: number;
  /** Address space, much of which is never touched. */
  megabytes: number;
  pdfMegabytes: number;
}

const usual: Limits = { seconds: 180, processorSeconds: 90, megabytes: 4096, pdfMegabytes: 100 };

interface Conversion {
  /** LibreOffice, or what takes its options. */
  program: string;
  file: string;
  /** The name of the format. */
  extension: string;
  /** The folder for everything it writes; deleted at the end. */
  dir: string;
  signal: AbortSignal;
  limits?: Partial<Limits>;
}

/** Only files from before 2007: these extensions may hide other formats, whose links LibreOffice would follow. */
const beginning = Buffer.from('d0cf11e0a1b11ae1', 'hex');

const damaged = 'This file is damaged, or not what its name says.';
const tooLong = 'Preparing a preview of this file took too long.';

/**
 * Makes a PDF of an office file from before 2007, in a process with limits and its own profile, without macros and, if
 * the system allows it, without a network. `use` gets the PDF, or a sentence that says why there is none. Rejects only
 * if it was stopped or the program can’t be run at all.
 */
export async function convertToPdf<T>(
  conversion: Conversion,
  use: (made: { pdf: string; size: number } | { problem: string }) => Promise<T>,
): Promise<T> {
  const { program, file, extension, dir, signal } = conversion;
  const limits = { ...usual, ...conversion.limits };
  await removeLeftovers(dir);
  if (!(await startsWith(file, beginning))) return use({ problem: damaged });
  const own = await mkdtemp(join(dir, prefix));
  try {
    const [input, output] = [join(own, `document.${extension}`), join(own, 'out')];
    await copyFile(file, input);
    await writeProfile(join(own, 'profile'));
    const options = ['--headless', '--norestore', '--nologo', '--nolockcheck', '--nodefault'];
    const profile = `-env:UserInstallation=${pathToFileURL(join(own, 'profile')).href}`;
    const command = [program, ...options, profile, '--convert-to', 'pdf', '--outdir', output, input];
    const isInTime = await run([...(await withoutNetwork()), ...command], own, limits, signal);
    if (!isInTime) return await use({ problem: tooLong });
    const pdf = join(output, 'document.pdf');
    const size = (await stat(pdf).catch(() => null))?.size ?? 0;
    return await use(size > 0 && (await startsWith(pdf, '%PDF-')) ? { pdf, size } : { problem: damaged });
  } finally {
    await rm(own, { recursive: true, force: true, maxRetries: 3 });
  }
}

const prefix = 'sheaf-office-';
const hourMs = 3_600_000;

/** Removes folders of processes that were killed. */
async function removeLeftovers(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    if (!name.startsWith(prefix)) continue;
    const path = join(dir, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < Date.now() - hourMs) await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

async function startsWith(file: string, expected: string | Buffer): Promise<boolean> {
  const wanted = Buffer.from(expected as string);
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(wanted.length) });
    return bytesRead === wanted.length && buffer.equals(wanted);
  } finally {
    await handle.close();
  }
}

/**
 * A proxy that doesn't exist. Linked files are requested through it, even if the system gives every process a network.
 */
const deadProxy = { host: '127.0.0.1', port: 1 };

const nowhere = `http://${deadProxy.host}:${deadProxy.port}`;

const scripting = '/org.openoffice.Office.Common/Security/Scripting';
const network = '/org.openoffice.Inet/Settings';

/** No macro runs, and nothing that a file links to is loaded. */
const settings: readonly (readonly [path: string, name: string, value: string | number | boolean])[] = [
  [scripting, 'DisableMacrosExecution', true],
  [scripting, 'BlockUntrustedRefererLinks', true],
  ['/org.openoffice.Office.Writer/Content/Update', 'Link', 0],
  ['/org.openoffice.Office.Calc/Content/Update', 'Link', 2],
  [network, 'ooInetProxyType', 2],
  [network, 'ooInetHTTPProxyName', deadProxy.host],
  [network, 'ooInetHTTPProxyPort', deadProxy.port],
  [network, 'ooInetHTTPSProxyName', deadProxy.host],
  [network, 'ooInetHTTPSProxyPort', deadProxy.port],
  [network, 'ooInetNoProxy', ''],
];

async function writeProfile(profile: string): Promise<void> {
  const items = settings.map(
    ([path, name, value]) =>
      `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  );
  await mkdir(join(profile, 'user'), { recursive: true });
  await writeFile(
    join(profile, 'user/registrymodifications.xcu'),
    `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">${items.join('')}</oor:items>`,
  );
}

/** Returns false if its time was over. Ends everything it has started. */
function run(
  command: readonly string[],
  dir: string,
  { seconds, processorSeconds, megabytes, pdfMegabytes }: Limits,
  signal: AbortSignal,
): Promise<boolean> {
  signal.throwIfAborted();
  // The shell's units: kB, seconds of the processor, and blocks of half a kB.
  const bounds = `ulimit -v ${megabytes * 1024} && ulimit -t ${processorSeconds} && ulimit -f ${pdfMegabytes * 2048}`;
  const child = spawn('/bin/sh', ['-c', `${bounds} && exec "$@"`, 'sh', ...command], {
    cwd: dir,
    // Nothing of our environment except PATH.
    env: {
      PATH: process.env.PATH,
      HOME: dir,
      TMPDIR: dir,
      LANG: 'C.UTF-8',
      http_proxy: nowhere,
      https_proxy: nowhere,
      no_proxy: '',
    },
    stdio: 'ignore',
    detached: true,
  });
  return new Promise((resolve, reject) => {
    let isLate = false;
    const stop = () => endGroup(child);
    const clock = setTimeout(() => {
      isLate = true;
      stop();
    }, seconds * 1000);
    signal.addEventListener('abort', stop);
    child.once('error', reject);
    child.once('close', () => {
      clearTimeout(clock);
      signal.removeEventListener('abort', stop);
      // What the program left running.
      endGroup(child);
      if (signal.aborted) reject(signal.reason);
      else resolve(!isLate);
    });
  });
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

let isolation: Promise<readonly string[]> | undefined;

/** The command that runs a program without a network, if the system has one and allows it. */
const withoutNetwork = (): Promise<readonly string[]> => (isolation ??= tryIsolation());

function tryIsolation(): Promise<readonly string[]> {
  const wrapper = ['unshare', '--map-root-user', '--net'];
  return new Promise((resolve) => {
    spawn(wrapper[0]!, [...wrapper.slice(1), 'true'], { stdio: 'ignore' })
      .once('error', () => resolve([]))
      .once('exit', (code) => resolve(code === 0 ? wrapper : []));
  });
}
