import { contract, eventsPath } from '@sheaf/contract';
import type { TestPerson } from '../../testing/people.ts';
import { eventually } from './retrying-client.ts';
import type { Cluster } from './start-cluster.ts';

/** Streams that are open at every API process when PostgreSQL restarts: each is told so, and receives later changes. */
export async function checkEventStreams(
  cluster: Cluster,
  { owner, listener }: { owner: TestPerson; listener: TestPerson },
): Promise<void> {
  const lines = new AbortController();
  try {
    const apis = cluster.processes.filter(({ role }) => role === 'api');
    const streams = await Promise.all(apis.map(({ url }) => open(url, listener, lines.signal)));
    await cluster.database.restart('fast');
    await eventually('word to load again', async () => streams.every((all) => all().includes('"resync"')) || undefined);
    const heard = streams.map((all) => all().length);
    // A change that nobody has seen before.
    const folder = await owner.call(contract.documents.createFolder, { body: { name: 'New', parent_id: null } });
    const body = { inviting_ids: [listener.id], document_ids: [folder.data.id] };
    await owner.call(contract.sharing.share, { body });
    await eventually(
      'event about the share',
      async () => streams.every((all, at) => all().slice(heard[at]).includes('"documents"')) || undefined,
    );
  } finally {
    lines.abort();
  }
}

async function open(url: string, { headers }: TestPerson, signal: AbortSignal): Promise<() => string> {
  const answer = await fetch(`${url}/api${eventsPath}`, { headers, signal });
  let all = '';
  void (async () => {
    for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) all += text;
  })().catch(() => {});
  await eventually('greeting', async () => all.includes('hello') || undefined);
  return () => all;
}
