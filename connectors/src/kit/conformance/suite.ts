import { afterAll, beforeAll, expect } from 'vitest';
import type { Connector } from '../connector.ts';
import { ConnectorError, type ConnectorErrorCode } from '../errors.ts';
import type { FileReads, FileWrites, RemoteId, RemoteItem, Session } from '../session.ts';
import type { ConformanceWorld, Outside, Path } from './world.ts';

/** A connector with an account that it has opened. */
export interface Opened {
  connector: Connector;
  session: Session;
  /** A new session, as after a restart, without any state of the first. */
  reopened(): Session;
}

/** The world and its opened session, for the tests of one connector. */
export interface Suite extends Opened {
  world: ConformanceWorld;
  files: FileReads;
  writes: FileWrites;
  outside: Outside;
  /** A new empty folder at the top, created by the outside client. */
  freshFolder(): Promise<{ path: Path; id: RemoteId }>;
  /** Finds an item by browsing folder by folder. */
  find(path: Path): Promise<RemoteItem>;
}

/** Sets the world up once for all tests of the enclosing `describe`. */
export function openSuite(connector: Connector, setUp: () => Promise<ConformanceWorld>): () => Suite {
  let suite: Suite;
  const sessions: Session[] = [];
  let world: ConformanceWorld | undefined;
  beforeAll(async () => {
    world = await setUp();
    suite = makeSuite(connector, world, sessions);
  });
  afterAll(async () => {
    for (const session of sessions) await session[Symbol.asyncDispose]();
    await world?.stop();
  });
  return () => suite;
}

function makeSuite(connector: Connector, world: ConformanceWorld, sessions: Session[]): Suite {
  const reopened = () => {
    const session = connector.open(world.account);
    sessions.push(session);
    return session;
  };
  const session = reopened();
  const files = session.files!;
  let folders = 0;
  const find = async (path: Path) => {
    let found: RemoteItem | undefined;
    for (const name of path) {
      const children = await browseAll(files, found?.id ?? null);
      found = children.find((child) => child.name === name);
      if (found === undefined)
        throw new Error(`${path.join(' / ')}: no ${name} in ${children.map((child) => child.name).join(', ')}`);
    }
    return found!;
  };
  return {
    connector,
    world,
    session,
    files,
    writes: session.writes!,
    outside: world.outside,
    reopened,
    find,
    async freshFolder() {
      folders += 1;
      const path = [`folder ${folders}`];
      await world.outside.mkdir(path);
      return { path, id: (await find(path)).id };
    },
  };
}

export async function browseAll(files: FileReads, folder: RemoteId | null): Promise<RemoteItem[]> {
  const items: RemoteItem[] = [];
  let next: Awaited<ReturnType<FileReads['browse']>>['next'] = null;
  do {
    const page = await files.browse(folder, next);
    items.push(...page.items);
    next = page.next;
  } while (next !== null);
  return items;
}

export async function readAll(files: FileReads, id: RemoteId): Promise<Buffer> {
  const { body } = await files.download(id);
  return Buffer.concat(await body.toArray());
}

/** Expects a ConnectorError: connectors throw nothing else, and the code alone decides what the caller does. */
export async function expectFailure(work: Promise<unknown>, ...codes: ConnectorErrorCode[]): Promise<ConnectorError> {
  const error = await work.then(
    () => expect.fail(`expected ${codes.join(' or ') || 'a failure'}, but it succeeded`),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ConnectorError);
  if (codes.length > 0) expect(codes).toContain((error as ConnectorError).code);
  return error as ConnectorError;
}
