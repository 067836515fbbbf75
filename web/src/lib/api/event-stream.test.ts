import { expect, it, vi } from 'vitest';
import { readEvents } from './event-stream.ts';

const bytes = new TextEncoder();

function streamOf(chunks: readonly (string | Uint8Array<ArrayBuffer>)[]): ReadableStream<BufferSource> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(typeof chunk === 'string' ? bytes.encode(chunk) : chunk);
      controller.close();
    },
  });
}

async function read(...chunks: (string | Uint8Array<ArrayBuffer>)[]): Promise<string[]> {
  const events: string[] = [];
  for await (const event of readEvents(streamOf(chunks))) events.push(event.data);
  return events;
}

it('returns the data of each event', async () => {
  expect(await read('data: one\n\ndata: two\n\n')).toEqual(['one', 'two']);
});

it('joins the lines of one event, and strips only one space', async () => {
  expect(await read('data: a\ndata:b\ndata:  c\ndata\n\n')).toEqual(['a\nb\n c\n']);
});

it('ignores comments and ids', async () => {
  expect(await read(': hello\n\nevent: account\nid: 7\nretry: 100\ndata: x\n\n')).toEqual(['x']);
});

it('reads the name of each event', async () => {
  const names: string[] = [];
  for await (const { name } of readEvents(streamOf(['event: delta\ndata: 1\n\ndata: 2\n\n']))) names.push(name);
  expect(names).toEqual(['delta', 'message']);
});

it.each(['\n', '\r\n', '\r'])('accepts the line end %j', async (end) => {
  expect(await read(`data: a${end}${end}data: b${end}${end}`, ': end')).toEqual(['a', 'b']);
});

it('finds the same events wherever the bytes are cut', async () => {
  const all = bytes.encode('data: {"name":"Grüße 🌾"}\r\n\r\ndata: 2\r\n\r\n:');
  for (let cut = 1; cut < all.length; cut++) {
    expect(await read(all.slice(0, cut), all.slice(cut))).toEqual(['{"name":"Grüße 🌾"}', '2']);
  }
});

it('drops an event that was cut off', async () => {
  expect(await read('data: whole\n\ndata: half')).toEqual(['whole']);
});

it('reports every sign of life', async () => {
  const onSign = vi.fn();
  for await (const event of readEvents(streamOf([': ping\n\n', ': ping\n\n']), onSign)) expect(event.data).toBe('none');
  expect(onSign).toHaveBeenCalledTimes(2);
});
