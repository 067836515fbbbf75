import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Person, people } from '../../shared/people.ts';
import type { SandboxResponse } from '../../shared/server.ts';
import type { Call } from '../call.ts';
import { MailError } from './errors.ts';
import { Mailbox } from './mailbox.ts';
import { preferences } from './query.ts';
import { answerMail } from './routes.ts';
import { seedMailbox } from './seed.ts';

/** The maximum of an app’s concurrent requests to one mailbox. */
const maxAtOnce = 4;

interface Use {
  running: number;
  peak: number;
  refused: number;
}

/** The mail of all people: Exchange behind Graph. */
export class Mail {
  readonly #boxes: ReadonlyMap<Person['key'], Mailbox>;
  readonly #use = new Map<string, Use>();

  constructor({ seed, samples }: { seed: string; samples: boolean }) {
    this.#boxes = new Map(people.map((person) => [person.key, new Mailbox(person, seed)]));
    if (samples) for (const mailbox of this.#boxes.values()) seedMailbox(mailbox);
  }

  boxOf(person: Person['key']): Mailbox {
    return this.#boxes.get(person)!;
  }

  use(person: Person['key']): Use {
    const use = this.#use.get(person) ?? { running: 0, peak: 0, refused: 0 };
    this.#use.set(person, use);
    return use;
  }

  /** Whether the path, without the version, belongs to mail. */
  static isAbout(path: string): boolean {
    return /^\/me\/(mailFolders|messages)\b/.test(path);
  }

  async answer({ req, grant, world }: Call, path: string): Promise<SandboxResponse> {
    const use = this.use(grant.person);
    use.running += 1;
    try {
      if (!grant.scopes.some((scope) => scope.startsWith('Mail.Read'))) throw new MailError('ErrorAccessDenied');
      this.#enter(use);
      const mailbox = this.boxOf(grant.person);
      refuseSome(mailbox.nextRefusal());
      // Requests that arrive together run together.
      await nextTurn();
      const { isImmutable, pageSize } = preferences(req.headers.prefer);
      const call = { req, mailbox, origin: world.origin, maxPerPage: world.options.pageSize, isImmutable, pageSize };
      return answerMail(call, path);
    } catch (error) {
      if (error instanceof MailError) return error.response;
      throw error;
    } finally {
      use.running -= 1;
    }
  }

  #enter(use: Use): void {
    use.peak = Math.max(use.peak, use.running);
    if (use.running <= maxAtOnce) return;
    use.refused += 1;
    throw new MailError('ApplicationThrottled', undefined, { 'retry-after': '1' });
  }
}

/** An odd mailbox refuses temporarily; the call may be repeated at once. */
function refuseSome(nth: number | null): void {
  if (nth === null) return;
  throw new MailError(nth % 2 === 0 ? 'UnknownError' : 'ApplicationThrottled', undefined, { 'retry-after': '0' });
}
