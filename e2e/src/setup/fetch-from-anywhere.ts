import { randomInt } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * Only few people may register or sign in from one network address, and the tests need many, so each request has a
 * different one. On Linux all of 127.0.0.0/8 is this machine; on other systems only its first address is.
 */
export function fetchFromAnywhere(
  ...[url, { method, headers, body } = {}]: Parameters<typeof fetch>
): Promise<Response> {
  const localAddress =
    process.platform === 'linux' ? `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}` : undefined;
  return new Promise((resolve, reject) => {
    const options = { method, headers: headers as Record<string, string>, localAddress, family: 4 };
    const call = request(String(url), options, (answer) => {
      text(answer)
        .then((content) => new Response(content, { status: answer.statusCode }))
        .then(resolve, reject);
    });
    call.on('error', reject).end(body);
  });
}
