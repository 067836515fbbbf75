import { describe, expect, it } from 'vitest';
import type { AccountContext } from '../connector.ts';
import { ConnectorError } from '../errors.ts';
import type { HttpRequest } from '../http/http.ts';
import type { Suite } from './suite.ts';
import type { Path } from './world.ts';

const encoder = new TextEncoder();
const maxRequests = 40;

/** Tests that another client may work in a folder while it is being moved: before each of the requests in turn. */
export function describeInterference(suite: () => Suite): void {
  describe('while another client writes', () => {
    it.each(['file', 'folder'] as const)('loses nothing of a %s that it moves', async (kind) => {
      for (let before = 1; before <= maxRequests; before++) {
        const { path, wrote, isOver } = await moveDisturbed(suite(), kind, before);
        const held = (await suite().outside.list(path)).map(({ bytes }) => bytes && Buffer.from(bytes).toString());
        expect(held, `written before request ${before} of the move`).toEqual(expect.arrayContaining(wrote));
        if (isOver) return;
      }
    });
  });
}

async function moveDisturbed({ connector, world, outside, freshFolder, find }: Suite, kind: string, before: number) {
  const { path } = await freshFolder();
  const thing = [...path, 'thing'];
  const changed = kind === 'folder' ? [...thing, 'changed.txt'] : thing;
  if (kind === 'folder') {
    await outside.mkdir(thing);
    await outside.write([...thing, 'same.txt'], encoder.encode('same'));
  }
  await outside.write(changed, encoder.encode('old'));
  const { id } = await find(thing);
  const wrote: string[] = kind === 'folder' ? ['same'] : [];
  const write = async (to: Path, text: string) => {
    // The folder may have moved already, so its old path is gone.
    const isWritten = await outside.write(to, encoder.encode(text)).then(
      () => true,
      () => false,
    );
    if (isWritten) wrote.push(text);
  };
  let requests = 0;
  const disturbed = watched(world.account, async (request) => {
    requests += 1;
    if (requests !== before || (world.deletesBlindly && isDeletion(request))) return;
    await write(changed, 'new bytes');
    if (kind === 'folder') await write([...thing, 'added.txt'], 'added');
  });
  const session = connector.open(disturbed);
  await session.writes!.move!(id, { name: 'moved' }).catch((error: unknown) => {
    if (!(error instanceof ConnectorError)) throw error;
  });
  await session[Symbol.asyncDispose]();
  return { path, wrote, isOver: requests < before };
}

const isDeletion = ({ method, url }: HttpRequest) => method === 'DELETE' || /\?delete(=|$)/.test(url);

function watched(account: AccountContext, look: (request: HttpRequest) => Promise<void>): AccountContext {
  return {
    ...account,
    http: {
      async send(request) {
        await look(request);
        return account.http.send(request);
      },
    },
  };
}
