import { loadavg } from 'node:os';
import type { Tree } from './src/dav-server.ts';
import { printHeading, readOptions } from './src/options.ts';
import { transferRclone } from './src/rclone.ts';
import { startSheaf } from './src/sheaf.ts';
import { type Goal, report, reportUse } from './src/table.ts';
import { clear, davEnds, type Ends, mustHaveAll, sftpEnds } from './src/transfer-ends.ts';
import { transferProbe } from './src/transfer-probe.ts';

/**
 * Switch cloud, with every file verified, beside Debian's rclone and beside a bare probe that only pipes GET into PUT: same two
 * servers (Apache's mod_dav, OpenSSH), same data, one after the other in one run, the destination empty for each.
 * `node bench/transfer.ts [--case small|large|huge|sftp] [--scale 0.1] [--delay 30] [--tls] [--no-rclone] [--profile folder]`:
 * without --case all of them. Needs apache2, openssh-server and rclone.
 */
const { scale, scaled, delay = 0, skipsRclone, certificate, environment, isWanted } = readOptions();
/** The number of files that Sheaf transfers at a time. */
const parallel = 32;

const MiB = 1024 * 1024;
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
  small: dav('4 KiB', many(smallFiles, 4096), { timesRclone: 10, ofProbe: 0.4 }),
  large: dav('5 MiB', many(largeFiles, 5 * MiB), { timesRclone: 2, ofProbe: 0.7 }),
  huge: dav(`${hugeMiB} MiB`, many(1, hugeMiB * MiB), { timesRclone: 0.6 }),
  sftp: {
    name: `SFTP, ${smallFiles} × 4 KiB`,
    tree: many(smallFiles, 4096),
    serve: sftpEnds,
    goal: { timesRclone: 1 },
  },
};

function dav(size: string, tree: Tree, goal: Goal): Case {
  return { name: `WebDAV, ${tree.files} × ${size}`, tree, serve: davEnds, goal };
}

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
    reportUse(name, sheaf);
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
    const peer = await column(ends, !skipsRclone, transferRclone);
    report(name, sheaf, peer, ceiling, goal);
    console.log(`  ${'load of the machine'.padEnd(36)}${loadavg()[0]!.toFixed(1)}`);
  } finally {
    await ends.stop();
  }
}

printHeading(delay);
for (const [name, wanted] of Object.entries(cases)) if (isWanted(name)) await measure(wanted);
