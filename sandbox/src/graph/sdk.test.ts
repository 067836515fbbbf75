import {
  Client,
  type Context,
  type FileObject,
  LargeFileUploadTask,
  type Middleware,
  PageIterator,
} from '@microsoft/microsoft-graph-client';
import { describe, expect, it } from 'vitest';
import { forThisFile } from '../testing/for-this-file.ts';
import { startGraph } from './server.ts';

const GRAIN = 320 * 1024;
const person = 'bruno';
/**
 * The client only accepts https addresses: it treats others as paths below Graph, and sends them no token. Here, tokens
 * go to Graph but not to the addresses it redirects to.
 */
const middleware: Middleware = {
  async execute(context: Context) {
    const url = String(context.request).replace(/^.+(?=http:\/\/)/, '');
    const headers = new Headers(context.options?.headers);
    if (url.startsWith(graph.urls.graph))
      headers.set('authorization', `Bearer ${graph.control.authorize({ person }).accessToken}`);
    const response = await fetch(url, { ...(context.options as RequestInit), headers, redirect: 'manual' });
    context.response = response.status === 302 ? await fetch(response.headers.get('location')!) : response;
  },
};
const graph = await forThisFile(startGraph({ pageSize: 100 }));
const client = Client.initWithMiddleware({ baseUrl: `${graph.url}/`, middleware });

describe("Microsoft's own client", () => {
  it('iterates over all pages of a delta feed', async () => {
    const ids = new Set<string>();
    const first = await client.api('/me/drive/root/delta').get();
    const pages = new PageIterator(client, first, (item: { id: string }) => Boolean(ids.add(item.id)));
    await pages.iterate();
    expect(pages.getDeltaLink()).toContain('token=');
    // The root is included.
    expect(ids.size).toBe(graph.control.list({ person, path: '' }).length + 1);
  });

  it('creates, renames, moves and deletes', async () => {
    const folder = await client.api('/me/drive/root/children').post({ name: 'Made by the client', folder: {} });
    const file = await client.api('/me/drive/root:/client.txt:/content').put('by the client');
    const change = { name: 'moved.txt', parentReference: { id: folder.id } };
    expect(await client.api(`/me/drive/items/${file.id}`).patch(change)).toMatchObject({ name: 'moved.txt' });
    const { value } = await client.api(`/me/drive/items/${folder.id}/children`).select('id,name').get();
    expect(value).toEqual([{ id: file.id, name: 'moved.txt' }]);
    await client.api(`/me/drive/items/${folder.id}`).delete();
    await expect(client.api(`/me/drive/items/${file.id}`).get()).rejects.toMatchObject({ code: 'itemNotFound' });
  });

  it('sends a large file in fragments', async () => {
    const bytes = Buffer.alloc(GRAIN * 2 + 77, 'large');
    const url = `${graph.urls.graph}/me/drive/root:/large.bin:/createUploadSession`;
    const session = await LargeFileUploadTask.createUploadSession(client, url, { item: {} });
    const file: FileObject<Buffer> = {
      name: 'large.bin',
      size: bytes.length,
      content: bytes,
      sliceFile: ({ minValue, maxValue }) =>
        bytes.buffer.slice(bytes.byteOffset + minValue, bytes.byteOffset + maxValue + 1),
    };
    const result = await new LargeFileUploadTask(client, file, session, { rangeSize: GRAIN }).upload();
    expect(result.responseBody).toMatchObject({ name: 'large.bin', size: bytes.length });
    expect(Buffer.from(graph.control.read({ person, path: 'large.bin' }), 'base64').equals(bytes)).toBe(true);
  });

  it('reads a file through the redirect', async () => {
    const id = graph.control.write({ person, path: 'read me.txt', text: 'some words' });
    const stream: ReadableStream = await client.api(`/me/drive/items/${id}/content`).getStream();
    expect(await new Response(stream).text()).toBe('some words');
  });
});
