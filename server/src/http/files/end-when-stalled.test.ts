import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it } from 'vitest';
import { endWhenStalled } from './end-when-stalled.ts';

it('ends an answer that nobody reads', async () => {
  let answer: ServerResponse | undefined;
  const server = createServer((_, response) => {
    answer = response;
    endWhenStalled(response, 100);
    response.write(Buffer.alloc(64 * 1024 * 1024));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await expect.poll(() => answer?.destroyed).toBe(true);
  socket.destroy();
  server.close();
});
