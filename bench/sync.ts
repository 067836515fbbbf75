import { type DavServer, serveTree } from './src/dav-server.ts';
import { judge } from './src/judge.ts';
import { serveMails } from './src/mail-server.ts';
import { printHeading, readOptions } from './src/options.ts';
import { probe } from './src/probe.ts';
import { davRemote, type Remote, rclone } from './src/rclone.ts';
import { serveBucket } from './src/s3-server.ts';
import { type Sheaf, startSheaf } from './src/sheaf.ts';
import { type Goal, report, reportUse } from './src/table.ts';

/**
 * Sync beside Debian's rclone and beside a bare probe that only fetches: same server (Apache's mod_dav), same data, one
 * after the other in one run. `node bench/sync.ts [--case small|large|tree|s3|drive|slack|gmail|imap] [--scale 0.1] [--delay 30]
 * [--tls] [--no-rclone] [--profile folder]`: without --case all of them, without --delay first with none and then with 30 ms
 * added to every answer. Needs apache2 and rclone.
 */
const { scaled, delay: onlyDelay, skipsRclone, certificate, environment, isWanted } = readOptions();
/** The number of files that Sheaf fetches at a time. */
const parallel = 24;

async function expectCount(sheaf: Sheaf, server: DavServer, stored: number): Promise<void> {
  const found = await sheaf.count();
  const documents = server.files.length + server.folders.length - 1;
  if (found.documents !== documents || found.stored !== stored)
    throw new Error(`Not what the server has: ${JSON.stringify(found)}`);
}

/** Sheaf and rclone at the same server, until the work with both has ended. */
async function compare(
  server: { stop(): Promise<void> },
  remote: Remote,
  work: (sheaf: Sheaf, peer: Awaited<ReturnType<typeof rclone>>) => Promise<void>,
): Promise<void> {
  const [peer, sheaf] = [await rclone(remote, { skip: skipsRclone }), await startSheaf(environment)];
  try {
    await work(sheaf, peer);
  } finally {
    await Promise.all([peer.stop(), sheaf.stop()]);
    await server.stop();
  }
}

/** Sheaf with the sandbox's clouds. */
async function atSandbox(work: (sheaf: Sheaf) => Promise<void>): Promise<void> {
  const sheaf = await startSheaf({ SHEAF_SANDBOX: 'yes', ...environment });
  await work(sheaf).finally(() => sheaf.stop());
}

async function firstSync(
  name: string,
  tree: { files: number; folders: number; size: number },
  delay: number,
  goal: Goal,
) {
  const server = await serveTree(tree, { delayMs: delay, certificate });
  await compare(server, davRemote(server), async (sheaf, peer) => {
    const ceiling = await probe(server, parallel, { contents: true });
    const { done } = await sheaf.sync(await sheaf.connectDav(server));
    await expectCount(sheaf, server, tree.files);
    report(name, done, await peer.firstCopy(), ceiling, goal);
    reportUse(name, sheaf);
  });
}

/** Listing, then bringing up to date what is there already. */
async function bigTree(delay: number): Promise<void> {
  const tree = { files: scaled(50_000), folders: scaled(1000), size: 100 };
  const server = await serveTree(tree, { delayMs: delay, certificate });
  const again = { timesRclone: 2 };
  await compare(server, davRemote(server), async (sheaf, peer) => {
    const account = await sheaf.connectDav(server);
    const ceiling = await probe(server, parallel, { contents: false });
    const { listed } = await sheaf.sync(account);
    await expectCount(sheaf, server, tree.files);
    report(`list ${tree.files} files, ${tree.folders} folders`, listed, await peer.list(), ceiling, { timesRclone: 3 });
    await peer.prepareSync(server.root);
    report('sync again, nothing changed', (await sheaf.sync(account)).done, await peer.sync(), ceiling, again);
    await server.change(10);
    report('sync again, 10 changed', (await sheaf.sync(account)).done, await peer.sync(), ceiling, again);
    await expectCount(sheaf, server, tree.files);
    reportUse('list and sync again', sheaf);
  });
}

/** The sandbox's S3 with many small objects: listed, fetched, and listed again. */
async function bucket(): Promise<void> {
  const files = scaled(10_000);
  const server = await serveBucket({ files, folders: scaled(100), size: 4096 }, { delayMs: 0, certificate });
  await compare(server, server.remote, async (sheaf, peer) => {
    const account = await sheaf.connect('s3', server.fields);
    const { done } = await sheaf.sync(account);
    const { stored } = await sheaf.count();
    if (stored !== files) throw new Error(`${stored} of ${files} objects are stored`);
    report(`S3, first sync, ${files} × 4 KiB`, done, await peer.firstCopy(), Number.NaN, { timesRclone: 1 });
    const again = await sheaf.sync(account);
    report('S3, sync again, nothing changed', again.done, await peer.list(), Number.NaN, { timesRclone: 1 });
    reportUse('S3', sheaf);
  });
}

async function drive(): Promise<void> {
  const files = scaled(100_000);
  await atSandbox(async (sheaf) => {
    const account = await sheaf.connectSandbox('google-drive', { addMany: { person: 'ada', count: files } });
    const { listed } = await sheaf.sync(account, { listOnly: true });
    const { documents } = await sheaf.count();
    console.log(
      `  Drive sandbox, metadata: ${documents} documents in ${listed.toFixed(2)} s, ${(documents / listed).toFixed(0)} a second` +
        ` (${judge('Drive, metadata: documents a second', documents / listed, 15_000, 'least')})`,
    );
    reportUse('Drive', sheaf);
  });
}

/** Memory that does not grow with the number of messages is the point. */
async function messages(name: string, source: string, controls: Record<string, object>): Promise<void> {
  await atSandbox(async (sheaf) => {
    const { listed, done } = await sheaf.sync(await sheaf.connectSandbox(source, controls));
    const count = await sheaf.messages();
    const { documents } = await sheaf.count();
    console.log(
      `  ${name}: ${count} messages, ${documents} documents, read in ${listed.toFixed(0)} s (${(count / listed).toFixed(0)} a second), stored in ${done.toFixed(0)} s`,
    );
    reportUse(name, sheaf);
  });
}
const slack = () =>
  messages('Slack sandbox', 'slack', {
    addChannel: { name: 'bulk' },
    addMany: { channel: 'bulk', count: scaled(200_000) },
  });
const gmail = () =>
  messages('Gmail sandbox', 'gmail', {
    setMailQuota: { perUser: 1e9, perProject: 1e9 },
    addManyMails: { person: 'ada', count: scaled(100_000) },
  });

/** A real mail server, always over TLS: mails read and stored beside a plain loop of imapflow that only fetches. */
async function imap(): Promise<void> {
  const mails = scaled(5_000);
  const server = await serveMails(mails);
  const sheaf = await startSheaf({ ...environment, NODE_EXTRA_CA_CERTS: server.authority });
  try {
    const loop = await server.plainLoop();
    const { listed, done } = await sheaf.sync(await sheaf.connect('imap', server.fields));
    const count = await sheaf.messages();
    if (count !== mails) throw new Error(`${count} of ${mails} mails are here`);
    const again = await server.plainLoop();
    const ratio = (loop + again) / 2 / listed;
    console.log(
      `  IMAP: ${mails} mails, ${(mails / listed).toFixed(0)} a second (plain imapflow loop: ${(mails / loop).toFixed(0)} before, ${(mails / again).toFixed(0)} after),` +
        ` ${ratio.toFixed(2)} of the loop (${judge('IMAP: of a plain loop', ratio, 0.6, 'least')}); pages of threads stored after ${done.toFixed(1)} s`,
    );
    reportUse('IMAP', sheaf);
  } finally {
    await sheaf.stop();
    await server.stop();
  }
}

const small = (delay: number) => {
  const tree = { files: scaled(10_000), folders: scaled(100), size: 4096 };
  return firstSync(`first sync, ${tree.files} × 4 KiB`, tree, delay, { timesRclone: 10, ofProbe: 0.4 });
};
const large = (delay: number) => {
  const tree = { files: scaled(200), folders: 10, size: 5 * 1024 * 1024 };
  return firstSync(`first sync, ${tree.files} × 5 MiB`, tree, delay, { timesRclone: 2, ofProbe: 0.7 });
};
const delayed: Record<string, (delay: number) => Promise<void>> = { small, large, tree: bigTree };
if (Object.keys(delayed).some(isWanted))
  for (const delay of onlyDelay === undefined ? [0, 30] : [onlyDelay]) {
    printHeading(delay);
    for (const [name, run] of Object.entries(delayed)) if (isWanted(name)) await run(delay);
    console.log();
  }
for (const [name, run] of Object.entries({ s3: bucket, drive, slack, gmail, imap })) if (isWanted(name)) await run();
