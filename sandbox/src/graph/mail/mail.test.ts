import { describe, expect, it } from 'vitest';
import { startGraph } from '../../index.ts';
import { forThisFile } from '../../testing/for-this-file.ts';

const person = 'chen';
const graph = await forThisFile(startGraph({ filesPerFolder: 1 }));
const authorization = `Bearer ${graph.control.authorize({ person }).accessToken}`;

const immutable = { prefer: 'IdType="ImmutableId"' };
// biome-ignore lint/suspicious/noExplicitAny: tests check the shape of what they read.
async function get(path: string, headers: Record<string, string> = {}): Promise<any> {
  const url = path.startsWith('http') ? path : `${graph.urls.graph}${path}`;
  return (await fetch(url, { headers: { authorization, ...headers } })).json();
}
// biome-ignore lint/suspicious/noExplicitAny: as above.
async function batch(requests: object[]): Promise<any> {
  const headers = { authorization, 'content-type': 'application/json' };
  const answer = await fetch(`${graph.urls.graph}/$batch`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ requests }),
  });
  return answer.json();
}
const read = (id: string, url: string, more: object = {}) => ({ id, method: 'GET', url, ...more });

describe('mail', () => {
  it('has the studio’s letters in folders, in pages, and hidden folders on demand', async () => {
    const first = await get('/me/mailFolders?$top=6');
    expect(first.value).toHaveLength(6);
    const more = await get(first['@odata.nextLink']);
    const names = [...first.value, ...more.value].map(({ displayName }: { displayName: string }) => displayName);
    expect(names).toEqual(expect.arrayContaining(['Inbox', 'Sent Items', 'Projects', 'Receipts']));
    expect(names).not.toContain('Conversation History');
    const all = await get('/me/mailFolders?includeHiddenFolders=true&$top=100');
    expect(all.value.map(({ displayName }: { displayName: string }) => displayName)).toContain('Conversation History');
    const places = graph.control.mails({ person }).map(({ folder }) => folder);
    expect(places).toEqual(expect.arrayContaining(['Inbox', 'Sent Items', 'Harbour']));
  });

  it('changes a message’s id when it moves, unless immutable ids are requested', async () => {
    const id = graph.control.deliverMail({ person, subject: 'Moves', text: 'moves' });
    const usual = (await get(`/me/messages/${id}`)).id;
    expect(usual).not.toBe(id);
    expect(await get(`/me/messages/${usual}`, immutable)).toMatchObject({ id, subject: 'Moves' });
    graph.control.moveMail({ person, id, folder: 'archive' });
    expect(await get(`/me/messages/${usual}`)).toMatchObject({ error: { code: 'ErrorItemNotFound' } });
    expect(await get(`/me/messages/${id}`, immutable)).toMatchObject({ id });
    expect(await get('/me/messages/nonsense')).toMatchObject({ error: { code: 'ErrorInvalidIdMalformed' } });
  });

  it('reports moved and deleted messages of a folder alike, and a changed mark on its own', async () => {
    const folder = graph.control.addMailFolder({ person, displayName: 'Delta' });
    const [moved, deleted, read] = ['a', 'b', 'c'].map((subject) =>
      graph.control.deliverMail({ person, subject, folder }),
    ) as [string, string, string];
    const prefer = { prefer: 'IdType="ImmutableId", odata.maxpagesize=2' };
    const path = `/me/mailFolders/${folder}/messages/delta?$select=subject,isRead&$orderby=receivedDateTime desc`;
    const page = await get(path, prefer);
    expect(page.value.map(({ subject }: { subject: string }) => subject)).toEqual(['c', 'b']);
    expect(page['@odata.nextLink']).toContain('skiptoken');
    const end = await get(page['@odata.nextLink'], prefer);
    graph.control.moveMail({ person, id: moved, folder: 'inbox' });
    graph.control.deleteMail({ person, id: deleted });
    graph.control.markMail({ person, id: read, isRead: true });
    const changes = await get(end['@odata.deltaLink'], { prefer: 'IdType="ImmutableId"' });
    const removed = { '@removed': { reason: 'deleted' } };
    expect(changes.value).toMatchObject([
      { id: moved, ...removed },
      { id: deleted, ...removed },
      { id: read, isRead: true },
    ]);
    expect(changes.value[2]).not.toHaveProperty('subject');
    graph.control.expireMailDelta({ person });
    expect(await get(end['@odata.deltaLink'])).toMatchObject({ error: { code: 'SyncStateNotFound' } });
  });

  it('refuses properties that a type doesn’t have', async () => {
    const { id } = graph.control.mails({ person })[0]!;
    const refused = await get(`/me/messages/${id}?$expand=attachments($select=id,contentId)`);
    expect(refused.error.code).toBe('RequestBroker--ParseUri');
    const cast = await get(
      `/me/messages/${id}?$expand=attachments($select=id,microsoft.graph.fileAttachment/contentId)`,
    );
    expect(cast.attachments).toBeInstanceOf(Array);
  });
});

describe('a batch of Graph', () => {
  it('answers each request separately, in another order, also for drives', async () => {
    const answers = await batch([
      read('mail', '/me/mailFolders/inbox'),
      read('drive', '/me/drive'),
      read('none', '/me/mailFolders/clutter'),
    ]);
    const of = (id: string) => answers.responses.find((one: { id: string }) => one.id === id);
    expect(answers.responses[0].id).not.toBe('mail');
    expect(of('mail')).toMatchObject({ status: 200, body: { displayName: 'Inbox' } });
    expect(of('drive')).toMatchObject({ status: 200, body: { driveType: 'business' } });
    expect(of('none')).toMatchObject({ status: 404, body: { error: { code: 'ErrorItemNotFound' } } });
  });

  it('doesn’t send requests that depend on a failed one, and has at most 20 requests', async () => {
    const answers = await batch([
      read('first', '/me/mailFolders/clutter'),
      read('second', '/me/mailFolders/inbox', { dependsOn: ['first'] }),
    ]);
    expect(answers.responses.map(({ status }: { status: number }) => status).sort()).toEqual([404, 424]);
    const many = Array.from({ length: 21 }, (_, number) => read(String(number), '/me'));
    expect(await batch(many)).toMatchObject({ error: { code: 'invalidRequest' } });
  });
});
