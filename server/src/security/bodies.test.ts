import { contract, type Endpoint, endpoints, limits } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it } from 'vitest';
import { jsonLimits } from '../http/admission/json-body.ts';
import { person } from '../testing/people.ts';
import { testApp } from '../testing/test-app.ts';

/**
 * Sends every call a body that is too large, too deep, with too many keys, or none at all: it is refused before it
 * costs anything.
 */

const app = await forThisFile(testApp());
const someone = await person(app);

/** These delete what they act on, so each has a person of its own. */
const ending = new Set<Endpoint>([contract.auth.logout, contract.organizations.delete, contract.members.leave]);

async function send(endpoint: Endpoint, payload: string | Buffer, type = 'application/json') {
  const { headers, organizationId } = ending.has(endpoint) ? await person(app) : someone;
  const id = endpoint.organization === 'path' ? organizationId : '00000000-0000-7000-8000-000000000000';
  const { status, json } = await app.request({
    method: endpoint.method,
    url: `/api${endpoint.path.replace(/\{\w+\}/g, id)}`,
    headers: { ...headers, 'content-type': type },
    payload,
  });
  return { status, code: json.code, errors: json.errors };
}

/** The body of the attack: smaller than the limit of the call, with unknown keys only. */
function manyKeys(bytes: number): string {
  const parts: string[] = [];
  for (let length = 2, i = 0; length < bytes - 20; i += 1) {
    const part = `"k${i}":1`;
    parts.push(part);
    length += part.length + 1;
  }
  return `{${parts.join(',')}}`;
}

const tooLarge = { status: 413, code: 'too_large' };
const malformed = { status: 400, code: 'malformed' };

describe.each(endpoints.filter(({ endpoint }) => endpoint.method !== 'GET'))('$name', ({ endpoint }) => {
  const max = endpoint.bodyLimit ?? limits.bodyBytes;

  it('refuses more bytes than its limit, which is no larger than needed', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(max) });
    expect(await send(endpoint, body)).toMatchObject(tooLarge);
    if (endpoint.picture) expect(await send(endpoint, Buffer.alloc(max + 1), 'image/png')).toMatchObject(tooLarge);
    expect(max).toBeLessThanOrEqual(endpoint.picture ? limits.imageBytes : 512 * 1024);
  });

  it('refuses many keys, many values and depth without parsing them', async () => {
    const size = Math.min(max, 256 * 1024);
    if (size > jsonLimits.keysOfLarge * 12) expect(await send(endpoint, manyKeys(size))).toMatchObject(tooLarge);
    if (size > jsonLimits.values * 2 + 2)
      expect(await send(endpoint, `[${'0,'.repeat(jsonLimits.values)}0]`)).toMatchObject(tooLarge);
    const deep = Math.min(50_000, Math.floor((size - 2) / 2));
    expect(await send(endpoint, '['.repeat(deep) + ']'.repeat(deep))).toMatchObject(tooLarge);
    expect(await send(endpoint, `${'{"a":'.repeat(21)}1${'}'.repeat(21)}`)).toMatchObject(tooLarge);
  });

  it('refuses bodies of another kind', async () => {
    expect(await send(endpoint, '{"name": ')).toMatchObject(malformed);
    expect(await send(endpoint, '<a/>', 'application/xml')).toMatchObject(malformed);
    expect(await send(endpoint, '{"__proto__": {"admin": true}}')).toMatchObject(malformed);
    expect(await send(endpoint, '{"name":"a"}', 'text/plain')).toMatchObject(malformed);
    if (endpoint.picture) {
      expect(await send(endpoint, '{"name":"a"}')).toMatchObject(malformed);
      expect(await send(endpoint, Buffer.from('no picture'), 'image/png')).toMatchObject({ status: 422 });
      return;
    }
    expect(await send(endpoint, Buffer.from('a picture'), 'image/png')).toMatchObject(malformed);
    expect(await send(endpoint, '{"surprise": 1}')).toMatchObject({
      status: 422,
      errors: { surprise: ['Unknown field'] },
    });
  });
});
