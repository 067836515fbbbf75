import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { hashPassword } from '../features/auth/index.ts';
import { person } from '../testing/people.ts';
import { secondServer } from '../testing/servers/second-server.ts';
import { statementsDuring } from '../testing/statements.ts';
import { testApp } from '../testing/test-app.ts';

/** Guessing passwords and codes gets slower and locks nobody else out, and nobody learns who has an account. */

const { auth, invites } = contract;
const password = 'correct horse';

const app = await forThisFile(testApp({ trustProxy: 1 }));

let serial = 0;
const unknownAddress = () => {
  serial += 1;
  return `nobody${serial}@example.com`;
};

/** A person who has signed in from `ip`; the cookie is that of their browser. */
async function registered(ip = '198.51.100.1') {
  serial += 1;
  const email = `guessed${serial}@example.com`;
  const answer = await post(auth.register.path, ip, {
    name: 'Ada Lovelace',
    email,
    password,
    password_confirmation: password,
  });
  expect(answer.status).toBe(201);
  await app.work();
  return { email, cookie: String(answer.headers['set-cookie']).split(';')[0]! };
}

function post(path: string, ip: string, payload: object, cookie?: string) {
  const headers = { 'x-forwarded-for': ip, ...(cookie && { cookie }) };
  return app.request({ method: 'POST', url: `/api${path}`, headers, payload });
}

const login = (email: string, given: string, ip: string, cookie?: string) =>
  post(auth.login.path, ip, { email, password: given }, cookie);
const ask = (email: string, ip: string, cookie?: string) => post(auth.forgetPassword.path, ip, { email }, cookie);
const reset = (email: string, code: string, ip: string, cookie?: string) =>
  post(auth.resetPassword.path, ip, { email, code, password, password_confirmation: password }, cookie);

async function mailedCode(email: string): Promise<string> {
  await app.work();
  return /^\s*(\d{6})\s*$/m.exec((await app.mailsTo(email))[0]!.text)![1]!;
}
const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000');
/** Lets the minute between two codes pass. */
const aMinuteLater = () => app.services.pool.query(`update password_resets set asked_at = asked_at - interval '61 s'`);
/** Any further attempt to sign in now has to wait this long. */
const holdTries = () => app.services.pool.query(`update slowed_tries set next_try_at = now() + interval '90 s'`);

describe('codes for a forgotten password', () => {
  it('cannot be blocked for an address without an account', async () => {
    const { email } = await registered();
    for (let i = 0; i < 120; i += 1) expect((await reset(email, '123456', '203.0.113.1')).status).toBe(422);
    expect((await ask(email, '203.0.113.1')).status).toBe(200);
    expect((await reset(email, await mailedCode(email), '203.0.113.1')).status).toBe(200);
  });

  it('are locked for the network that guesses, not for the owner elsewhere', async () => {
    const { email } = await registered();
    const attacker = '203.0.113.2';
    const seen = new Set<number>();
    for (let round = 0; round < 8; round += 1) {
      await ask(email, attacker);
      const wrong = wrongOf(await mailedCode(email));
      for (let i = 0; i < 5; i += 1) seen.add((await reset(email, wrong, attacker)).status);
      await aMinuteLater();
    }
    expect([...seen]).toEqual([422, 429]);
    expect((await ask(email, '198.51.100.77')).status).toBe(200);
    expect((await reset(email, await mailedCode(email), '198.51.100.77')).status).toBe(200);
  });

  it('stay the same while they are valid, so that nobody replaces the one that is being typed', async () => {
    const { email } = await registered();
    await ask(email, '198.51.100.2');
    const code = await mailedCode(email);
    await aMinuteLater();
    expect((await ask(email, '203.0.113.3')).status).toBe(200);
    expect(await mailedCode(email)).toBe(code);
    for (let i = 0; i < 5; i += 1) await reset(email, wrongOf(code), '203.0.113.3');
    expect((await reset(email, code, '203.0.113.3')).status).toBe(422);
    expect((await reset(email, code, '198.51.100.2')).status).toBe(200);
    expect((await reset(email, code, '198.51.100.2')).status).toBe(422);
  });

  it('are used up by all networks together, except for browsers that signed in before', async () => {
    const { email, cookie } = await registered();
    await ask(email, '198.51.100.3');
    const code = await mailedCode(email);
    for (let i = 0; i < 20; i += 1) await reset(email, wrongOf(code), `203.0.113.${10 + i}`);
    expect((await reset(email, code, '203.0.113.99')).status).toBe(422);
    expect((await reset(email, code, '203.0.113.99', cookie)).status).toBe(200);
  });

  it('withstand a hundred guesses at once', async () => {
    const { email } = await registered();
    await ask(email, '198.51.100.4');
    const code = await mailedCode(email);
    const guesses = Array.from({ length: 100 }, (_, i) => reset(email, i === 99 ? code : wrongOf(code), '203.0.113.4'));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
    const { rows } = await app.services.pool.query('select tries from password_resets where email = $1', [email]);
    if (rows[0]) expect(rows[0].tries).toBeLessThanOrEqual(5);
  });

  it('can be requested from a browser that signed in before, whatever others request', async () => {
    const { email, cookie } = await registered();
    const statuses = new Set<number>();
    for (let i = 0; i < 35; i += 1) {
      statuses.add((await ask(email, `203.0.113.${100 + i}`)).status);
      await aMinuteLater();
    }
    expect([...statuses]).toEqual([200, 429]);
    expect((await ask(email, '203.0.113.200', cookie)).status).toBe(200);
  });
});

/** Everything visible in the answer for an address, except the address itself. */
async function script(email: string, ip: string) {
  const answers = [];
  answers.push(await login(email, 'not this one', ip));
  answers.push(await reset(email, '123456', ip), await ask(email, ip), await ask(email, ip));
  for (let i = 0; i < 7; i += 1) answers.push(await reset(email, '12345x', ip));
  await aMinuteLater();
  answers.push(await ask(email, ip));
  for (let i = 0; i < 5; i += 1) answers.push(await login(email, 'not this one', ip));
  // The next would be let in after seconds, which may pass on a busy machine.
  await holdTries();
  for (let i = 0; i < 2; i += 1) answers.push(await login(email, 'not this one', ip));
  // The seconds to wait depend on the time of the request.
  return answers.map(({ status, body, headers }) => ({
    status,
    body: body.replace(/\d+ seconds/, 'some seconds'),
    headers: Object.keys(headers),
  }));
}

const statements = (work: () => Promise<unknown>) => statementsDuring(app.services.pool, work);

it('an address with an account is answered like one without, with the same work', async () => {
  const { email } = await registered();
  const known = await script(email, '203.0.113.5');
  const unknown = await script(unknownAddress(), '203.0.113.6');
  expect(unknown).toEqual(known);
  const { email: second } = await registered();
  const stranger = unknownAddress();
  for (const call of [
    (address: string, ip: string) => login(address, 'not this one', ip),
    (address: string, ip: string) => ask(address, ip),
    (address: string, ip: string) => reset(address, '12345x', ip),
  ]) {
    const ours = await statements(() => call(second, '203.0.113.7'));
    expect(await statements(() => call(stranger, '203.0.113.8'))).toEqual(ours);
    expect(ours.length).toBeGreaterThan(0);
  }
});

describe('registering', () => {
  const register = (email: string, ip: string) =>
    post(auth.register.path, ip, { name: 'Ada', email, password, password_confirmation: password });

  it('says thirty times an hour that an address is taken, also to simultaneous requests; new accounts do not count', async () => {
    const ip = '203.0.113.60';
    const { email } = await registered('198.51.100.60');
    for (let n = 0; n < 32; n += 1) expect((await register(unknownAddress(), ip)).status).toBe(201);
    const asked = await Promise.all(Array.from({ length: 60 }, () => register(email, ip)));
    expect(asked.filter(({ status }) => status === 422)).toHaveLength(30);
    expect(asked.filter(({ status }) => status === 429)).toHaveLength(30);
    expect((await register(unknownAddress(), ip)).status).toBe(429);
  });

  it('is always possible with an invitation', async () => {
    const ip = '203.0.113.61';
    await app.services.pool.query(
      `insert into throttles select kind || $1, 1000, now() + interval '1 hour'
       from unnest(array['register ', 'register-taken ', 'invitation ']) kind`,
      [ip],
    );
    expect((await register(unknownAddress(), ip)).status).toBe(429);
    const owner = await person(app);
    const [invite] = (await owner.call(invites.create, { body: { email: unknownAddress(), role: 'member' } })).data;
    const slug = invite!.link.split('/').at(-1)!;
    expect((await post(invites.validate.path, ip, { slug })).status).toBe(200);
    expect((await post(invites.validate.path, ip, { slug: 'made-up' })).status).toBe(429);
    const joined = await post(invites.register.path.replace('{slug}', slug), ip, {
      name: 'New Comer',
      password,
      password_confirmation: password,
    });
    expect(joined.status).toBe(201);
  });
});

describe('signing in', () => {
  const attack = async (email: string) => {
    for (let network = 0; network < 6; network += 1) {
      const guesses = Array.from({ length: 10 }, (_, i) =>
        login(email, `guess ${i} guess`, `203.0.113.${20 + network}`),
      );
      await Promise.all(guesses);
    }
  };

  it('stays free, under attack, for a browser that signed in before, in whatever network', async () => {
    const { email, cookie } = await registered();
    await attack(email);
    expect((await login(email, password, '203.0.113.20', cookie)).status).toBe(200);
    expect((await login(email, password, '198.51.100.9', cookie)).status).toBe(200);
  });

  it('is possible for the owner on a new device, and never blocked for long in the network of the guesses', async () => {
    const { email } = await registered();
    await attack(email);
    expect((await login(email, password, '198.51.100.10')).status).toBe(200);
    const { rows } = await app.services.pool.query(
      `select extract(epoch from next_try_at - (resets_at - interval '15 minutes'))::int as wait from slowed_tries
       where key like $1`,
      [`sign-in 203.0.113.2_ ${email}`],
    );
    expect(rows.map(({ wait }) => wait)).toEqual(Array(6).fill(expect.toSatisfy((wait) => wait >= 4 && wait <= 120)));
    const before = Date.now();
    await holdTries();
    const held = await login(email, password, '203.0.113.20');
    expect(held.status).toBe(429);
    const waits = Number(held.headers['retry-after']);
    expect(waits).toBeLessThanOrEqual(90);
    expect(waits * 1000).toBeGreaterThanOrEqual(90_000 - (Date.now() - before));
    await app.services.pool.query('update slowed_tries set next_try_at = now()');
    expect((await login(email, password, '203.0.113.20')).status).toBe(200);
  });

  it('bounds what one network learns, also with simultaneous guesses', async () => {
    const { email } = await registered();
    const begun = performance.now();
    const guesses = Array.from({ length: 100 }, (_, i) => login(email, `guess ${i} guess`, '203.0.113.40'));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    // One more after four seconds, another after eight more and another after sixteen more.
    const others = Math.floor(Math.log2(1 + (performance.now() - begun) / 4_000));
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(6 + others);
  });

  it('does not count successes: an office behind one address signs in', async () => {
    const { email } = await registered();
    for (let i = 0; i < 30; i += 1) expect((await login(email, password, '198.51.100.11')).status).toBe(200);
  });

  it('lets an office of two hundred in at nine, through two processes, with a guesser behind the same address', async () => {
    const office = '198.51.100.200';
    const emails = Array.from({ length: 200 }, (_, n) => `office${n}@example.com`);
    await app.services.pool.query(
      `insert into users (id, name, email, password_hash, email_verified_at)
       select gen_random_uuid(), 'Office', email, $2, now() from unnest($1::text[]) email`,
      [emails, await hashPassword(password)],
    );
    const { email: victim } = await registered();
    const second = await secondServer(app);
    try {
      const at = (server: FastifyInstance, email: string, given: string) =>
        server.inject({
          method: 'POST',
          url: `/api${auth.login.path}`,
          headers: { 'x-forwarded-for': office },
          payload: { email, password: given },
        });
      const servers = [app.app, second.app];
      const guesses = Array.from({ length: 40 }, (_, n) => at(servers[n % 2]!, victim, `guess ${n} guess`));
      // Every fifth person mistypes first.
      const signedIn = emails.map(async (email, n) => {
        if (n % 5 === 0) expect((await at(servers[(n + 1) % 2]!, email, 'mistyped by accident')).statusCode).toBe(401);
        return (await at(servers[n % 2]!, email, password)).statusCode;
      });
      expect(new Set(await Promise.all(signedIn))).toEqual(new Set([200]));
      const answers = (await Promise.all(guesses)).map(({ statusCode }) => statusCode);
      expect(answers.filter((status) => status === 401).length).toBeLessThan(20);
    } finally {
      await second.close();
    }
  }, 120_000);

  it('slows down a client that tries one password at many accounts; only failures count', async () => {
    const sprayer = '203.0.113.50';
    const { email } = await registered(sprayer);
    const failed = (tries: number) =>
      app.services.pool.query(
        `insert into allowances values ($1, now() + make_interval(secs => 15 * $2))
         on conflict (key) do update set free_at = excluded.free_at`,
        [`sign-in ${sprayer}`, tries],
      );
    await failed(299);
    for (let n = 0; n < 5; n += 1) expect((await login(email, password, sprayer)).status).toBe(200);
    expect((await login(unknownAddress(), 'one for all', sprayer)).status).toBe(401);
    await failed(301);
    const refused = await login(unknownAddress(), 'one for all', sprayer);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toSatisfy((seconds: number) => seconds > 0 && seconds <= 15);
    expect((await login(email, password, '198.51.100.201')).status).toBe(200);
  });

  it('gives the cookie of one person no advantage with another', async () => {
    const [mine, theirs] = [await registered(), await registered()];
    const guess = () => login(theirs.email, 'guess guess', '203.0.113.41', mine.cookie);
    for (let i = 0; i < 6; i += 1) await guess();
    // With the advantage, ten would be free. All at once, because after four seconds another one is.
    const statuses = (await Promise.all([guess(), guess(), guess()])).map(({ status }) => status);
    expect(statuses).toContain(429);
  });

  it('names the browser in a cookie that only the calls that sign in receive, and no script', async () => {
    const { email } = await registered();
    const { headers } = await login(email, password, '198.51.100.12');
    expect(headers['set-cookie']).toMatch(
      /^sheaf_device=[\w-]{43}; Path=\/api\/auth; Max-Age=31536000; HttpOnly; SameSite=Strict$/,
    );
  });
});
