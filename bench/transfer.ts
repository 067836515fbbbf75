import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Tree } from './src/dav-server.ts';
import { makeCertificate } from './src/front.ts';
import { transferRclone } from './src/rclone.ts';
import { startSheaf } from './src/sheaf.ts';
import { type Goal, report, reportMemory } from './src/table.ts';
import { clear, davEnds, type Ends, mustHaveAll, sftpEnds } from './src/transfer-ends.ts';
import { transferProbe } from './src/transfer-probe.ts';

/**
 * Switch cloud, with every file verified, beside Debian's rclone and beside a bare probe that only pipes GET into PUT: same two
 * servers (Apache's mod_dav, OpenSSH), same data, one after the other in one run, the destination empty for each.
 * `node bench/transfer.ts [--case small|large|huge|sftp] [--scale 0.1] [--delay 30] [--tls] [--no-rclone] [--profile folder]`:
 * without --case all of them. Needs apache2, openssh-server and rclone.
 */
const { values: options } = parseArgs({
  options: {
    case: { type: 'string' },
    scale: { type: 'string', default: '1' },
    delay: { type: 'string', default: '0' },
    'no-rclone': { type: 'boolean', default: false },
    tls: { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
});
const scale = Number(options.scale);
const delay = Number(options.delay);
const certificate = options.tls ? makeCertificate() : undefined;
const environment: Record<string, string> = {
  ...(options.profile && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${options.profile}` }),
  ...(certificate && { NODE_EXTRA_CA_CERTS: certificate.file }),
};
/** The number of files that Sheaf transfers at a time. */
const parallel = 32;

const MiB = 1024 * 1024;
const scaled = (count: number) => Math.max(10, Math.round(count * scale));
/** A hundred files to a folder. */
const many = (files: number, size: number): Tree => ({ files, folders: Math.ceil(files / 100), size });

interface Case {
  name: string;
  tree: Tree;
  serve: typeof davEnds;
  goal: Goal;
}

const [smallFiles, largeFiles] = [scaled(10_000), scaled(200)];
const hugeMiB = Math.max(16, Math.round(2048 * scale));
const cases: Record<string, Case> = {
  small: {
    name: `WebDAV, ${smallFiles} × 4 KiB`,
    tree: many(smallFiles, 4096),
    serve: davEnds,
    goal: { timesRclone: 10, ofProbe: 0.4 },
  },
  large: {
    name: `WebDAV, ${largeFiles} × 5 MiB`,
    tree: many(largeFiles, 5 * MiB),
    serve: davEnds,
    goal: { timesRclone: 2, ofProbe: 0.7 },
  },
  huge: {
    name: `WebDAV, 1 × ${hugeMiB} MiB`,
    tree: many(1, hugeMiB * MiB),
    serve: davEnds,
    goal: { timesRclone: 0.6 },
  },
  sftp: {
    name: `SFTP, ${smallFiles} × 4 KiB`,
    tree: many(smallFiles, 4096),
    serve: sftpEnds,
    goal: { timesRclone: 1 },
  },
};

async function withSheaf(name: string, { from, to }: Ends): Promise<number> {
  const sheaf = await startSheaf(environment);
  try {
    await sheaf.fetchNothing();
    const source = await sheaf.connect(from.source, from.fields);
    await sheaf.sync(source);
    const destination = await sheaf.connect(to.source, to.fields);
    const before = sheaf.processorTime();
    const seconds = await sheaf.transfer(source, destination);
    spent('Sheaf', sheaf.processorTime() - before);
    reportMemory(name, sheaf);
    return seconds;
  } finally {
    await sheaf.stop();
  }
}

async function withProbe(ends: Ends): Promise<number> {
  const before = process.cpuUsage();
  const seconds = await transferProbe(ends, parallel);
  const { user, system } = process.cpuUsage(before);
  spent('the probe', (user + system) / 1e6);
  return seconds;
}

/** CPU time, which depends less on the load of the machine than elapsed time. */
const spent = (who: string, seconds: number) =>
  console.log(`  ${`processor time of ${who}`.padEnd(36)}${seconds.toFixed(2)} s`);

/** Measures one column; checks the destination and empties it. */
async function column(ends: Ends, isWanted: boolean, copy: (ends: Ends) => Promise<number>): Promise<number> {
  if (!isWanted) return Number.NaN;
  const seconds = await copy(ends);
  await mustHaveAll(ends);
  await clear(ends.to);
  return seconds;
}

async function measure({ name, tree, serve, goal }: Case): Promise<void> {
  const ends = await serve(tree, { delayMs: delay, certificate });
  try {
    const ceiling = await column(ends, ends.from.source === 'webdav', withProbe);
    const sheaf = await column(ends, true, () => withSheaf(name, ends));
    const peer = await column(ends, !options['no-rclone'], transferRclone);
    report(name, sheaf, peer, ceiling, goal);
    console.log(`  ${'load of the machine'.padEnd(36)}${loadavg()[0]!.toFixed(1)}`);
  } finally {
    await ends.stop();
  }
}

const heading = delay === 0 ? 'Answers as they come' : `Every answer ${delay} ms later`;
console.log(`${heading.padEnd(38)}    Sheaf    rclone     probe`);
for (const [name, wanted] of Object.entries(cases))
  if (options.case === undefined || options.case === name) await measure(wanted);
