import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, type Call, contract, createClient, type DataOf, type InvitableRole } from '@sheaf/contract';
import { mailTo } from '../../server/src/testing/sign-in/mailbox.ts';
import { type DemoPerson, invited, password, people, studio } from './studio.ts';

const { auth, invites, organizations } = contract;

/** A signed-in person of the studio. */
export type Colleague = DemoPerson & { id: string; token: string; call: Call };

const maxTries = 20;
const passwords = { password, password_confirmation: password };

/** The owner registers and invites the others, who accept; further invitations stay open. */
export async function gather(origin: string): Promise<[owner: Colleague, ...Colleague[]]> {
  const [first, ...others] = people;
  const owner = await found(origin, first);
  const colleagues: Colleague[] = [];
  for (const person of others) colleagues.push((await signIn(origin, person)) ?? (await join(origin, owner, person)));
  await inviteMore(owner);
  return [owner, ...colleagues];
}

/** Uses the code from the mailbox; the person's first workspace becomes the studio. */
async function found(origin: string, person: DemoPerson): Promise<Colleague> {
  const owner = (await signIn(origin, person)) ?? (await register(origin, person));
  if (!(await owner.call(auth.user)).data.email_verified_at) {
    const { subject } = await mailTo(origin, person.email, /^\d{6} is your Sheaf verification code$/);
    await owner.call(auth.verify, { body: { code: subject.slice(0, 6) } });
  }
  const [workspace] = (await owner.call(organizations.list)).data;
  await owner.call(organizations.update, { params: { id: workspace!.id }, body: studio });
  return owner;
}

async function register(origin: string, person: DemoPerson): Promise<Colleague> {
  const { name, email } = person;
  const { data } = await callAs(origin)(auth.register, { body: { name, email, ...passwords } });
  return colleague(origin, person, data);
}

/** Uses the link in the mail, which proves the address. */
async function join(origin: string, owner: Colleague, person: DemoPerson): Promise<Colleague> {
  const { name, email, role } = person;
  await owner.call(invites.create, { body: { email, role: role as InvitableRole } });
  const { text } = await mailTo(origin, email, /invites you to/);
  const slug = /\/accept-member-invite\/(\S+)/.exec(text)![1]!;
  const { data } = await callAs(origin)(invites.register, { params: { slug }, body: { name, ...passwords } });
  return colleague(origin, person, data);
}

/** Undefined if they have no account yet. */
async function signIn(origin: string, person: DemoPerson): Promise<Colleague | undefined> {
  try {
    const { data } = await callAs(origin)(auth.login, { body: { email: person.email, password } });
    if (!('auth' in data)) throw new Error(`${person.email} has turned two-factor authentication on.`);
    return colleague(origin, person, data);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_credentials') return undefined;
    throw error;
  }
}

function colleague(
  origin: string,
  person: DemoPerson,
  { auth: { token }, user: { id } }: DataOf<typeof auth.register>,
): Colleague {
  return { ...person, id, token, call: callAs(origin, token) };
}

function callAs(origin: string, token?: string): Call {
  const headers: Record<string, string> = { 'User-Agent': 'Sheaf-demo' };
  if (token) headers.Authorization = `Bearer ${token}`;
  return createClient({ baseUrl: `${origin}/api`, headers: () => headers, fetch: retryingFetch });
}

/** On a slow machine the server is busy while many accounts sync at once, and says when to try again. */
async function retryingFetch(...request: Parameters<typeof fetch>): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await fetch(...request);
    if (response.status !== 503 || tries === maxTries) return response;
    await response.body?.cancel();
    await sleep(Number(response.headers.get('Retry-After') ?? 1) * 1000);
  }
}

async function inviteMore(owner: Colleague): Promise<void> {
  const open = (await owner.call(invites.list)).data;
  for (const body of invited)
    if (!open.some(({ email }) => email === body.email)) await owner.call(invites.create, { body });
}
