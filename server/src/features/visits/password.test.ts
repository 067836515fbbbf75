import { links, visits } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { failure } from '../../testing/failure.ts';
import { testApp } from '../../testing/test-app.ts';
import { linkedWorkspace, linkTo, tokenOf } from '../links/testing/public-links.ts';

const app = await forThisFile(testApp());

const password = 'open sesame';
const open = async (token: string, more: { password?: string; visit?: string } = {}) =>
  (await app.as()(visits.open, { body: { token, ...more } })).data;

async function opened(...args: Parameters<typeof open>) {
  const data = await open(...args);
  if ('password_required' in data) throw new Error('a password is required');
  return data;
}

async function lockedLink() {
  const world = await linkedWorkspace(app);
  const link = await linkTo(world.me, world.folder, { password });
  return { ...world, link, token: tokenOf(link) };
}

it('asks for the password, and reveals nothing else before it is given', async () => {
  const { token } = await lockedLink();
  expect(await open(token)).toEqual({ password_required: true });
  const wrong = await failure(open(token, { password: 'something else' }));
  expect([wrong.status, wrong.errors]).toEqual([422, { password: ['That’s not the password of this link'] }]);
  const { document, visit } = await opened(token, { password });
  expect(document.name).toBe('Shared folder');
  expect((await opened(token, { visit })).document.name).toBe('Shared folder');
});

it('counts only successful visits', async () => {
  const { me, token } = await lockedLink();
  await open(token);
  await failure(open(token, { password: 'something else' }));
  expect((await me.call(links.list)).data[0]!.visits).toBe(0);
});

it('rejects the visit of another link, or one that was tampered with, as a password', async () => {
  const [first, second] = [await lockedLink(), await lockedLink()];
  const { visit } = await opened(first.token, { password });
  expect(await open(second.token, { visit })).toEqual({ password_required: true });
  const forged = visit.replace(first.link.id, second.link.id);
  expect(await open(second.token, { visit: forged })).toEqual({ password_required: true });
  const answer = await failure(app.as()(visits.list, { body: { visit: forged, in: second.folder } }));
  expect(answer.status).toBe(404);
});

it.each([
  ['changed', { password: 'another word' }],
  ['set again to the same', { password }],
  ['removed', { password: null }],
])('ends visits and file addresses when a password was %s', async (_, body) => {
  const { me, link, token, folder, file } = await lockedLink();
  const { visit } = await opened(token, { password });
  const { data } = await app.as()(visits.get, { body: { visit, document_id: file } });
  await me.call(links.update, { params: { id: link.id }, body });
  expect((await failure(app.as()(visits.list, { body: { visit, in: folder } }))).status).toBe(404);
  expect((await app.request({ method: 'GET', url: `/storage/${data.local_path}` })).status).toBe(404);
  if (body.password !== null) expect(await open(token, { visit })).toEqual({ password_required: true });
});

it('ends a visit without a password when the link gets one', async () => {
  const { me, folder } = await linkedWorkspace(app);
  const link = await linkTo(me, folder);
  const { visit } = await opened(tokenOf(link));
  await me.call(links.update, { params: { id: link.id }, body: { password } });
  expect((await failure(app.as()(visits.list, { body: { visit, in: folder } }))).status).toBe(404);
});

it('slows guesses down for their network, at this link only', async () => {
  const [{ token }, other] = [await lockedLink(), await lockedLink()];
  const guess = (to: string, ip: string, word = 'something else') =>
    app.request({
      method: 'POST',
      url: '/api/public/links/open',
      remoteAddress: ip,
      headers: { 'content-type': 'application/json' },
      payload: { token: to, password: word },
    });
  for (let tries = 0; tries < 6; tries++) expect((await guess(token, '203.0.113.7')).status).toBe(422);
  const slowed = await guess(token, '203.0.113.7', password);
  expect([slowed.status, slowed.json.message]).toEqual([429, 'Too many attempts. Wait a few minutes, then try again.']);
  expect(Number(slowed.headers['retry-after'])).toBeGreaterThan(0);
  expect((await guess(other.token, '203.0.113.7', password)).status).toBe(200);
  expect((await guess(token, '203.0.113.8', password)).status).toBe(200);
});

it('handles parallel guesses one by one', async () => {
  const { token } = await lockedLink();
  const answers = await Promise.allSettled(
    Array.from({ length: 12 }, () => open(token, { password: 'something else' })),
  );
  const codes = answers.map((answer) => (answer as PromiseRejectedResult).reason.status);
  expect(codes.filter((code) => code === 422).length).toBeLessThanOrEqual(6);
});
