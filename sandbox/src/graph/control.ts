import { accountControl, type Bytes, contentOf } from '../shared/control.ts';
import type { Faults } from '../shared/faults.ts';
import type { Person } from '../shared/people.ts';
import type { Downloads } from './calls/download.ts';
import { mimeTypeOf } from './calls/place-file.ts';
import type { UploadSessions } from './calls/upload-sessions.ts';
import type { Drive } from './files/drive.ts';
import type { GraphNode } from './files/graph-node.ts';
import { addMany } from './files/seed.ts';
import { makeMailControl } from './mail/control.ts';
import type { Mail } from './mail/mail.ts';
import { scopes as allScopes } from './oauth.ts';
import { type Oddities, oddGraph } from './oddities.ts';
import type { Rate, Throttle } from './throttle.ts';
import type { World } from './world.ts';

/** The person's own drive, unless a library is named as `Site/Library`. */
type In = { person: Person['key']; library?: string };
/** Names from the top of the drive, joined with slashes. */
type At = In & { path: string };

export type GraphControl = ReturnType<typeof makeControl>;

interface Parts {
  world: World;
  faults: Faults;
  throttle: Throttle;
  sessions: UploadSessions;
  downloads: Downloads;
  mail: Mail;
}

/** The control calls for tests, also available as POST /_control/<name>. Takes and returns plain data. */
export function makeControl({ world, faults, throttle, sessions, downloads, mail }: Parts) {
  const driveOf = ({ person, library }: In): Drive => {
    if (library === undefined) return world.ownDrive(person);
    const [site, name] = library.split('/');
    const found = world.sites.find((one) => one.displayName === site)?.libraries.find((one) => one.name === name);
    if (!found) throw new Error(`There is no library ${library}.`);
    return found;
  };
  const nodeAt = (at: At): GraphNode => {
    const node = driveOf(at).at(namesOf(at.path));
    if (!node) throw new Error(`There is nothing at ${at.path}.`);
    return node;
  };
  const targetAt = (at: At) => {
    const names = namesOf(at.path);
    return { name: names.at(-1)!, parent: nodeAt({ ...at, path: names.slice(0, -1).join('/') }).id };
  };
  return {
    ...makeMailControl(mail),
    ...accountControl(
      { faults, grants: world.grants, clientId: world.options.clientId },
      Object.keys(allScopes).filter((scope) => scope !== 'offline_access'),
    ),
    /** Limits calls per person or for the app; null removes the limit. */
    setRate: ({ scope, rate }: { scope: 'user' | 'app'; rate: Rate | null }) => throttle.set(scope, rate),
    /** Replaces all oddities; a seed alone chooses some, and giving none resets them. */
    setOddities({ seed, ...given }: Oddities & { seed?: string }) {
      world.oddities = seed === undefined ? given : oddGraph(seed);
    },
    /**
     * Sets the scopes that only an administrator of the company may allow; by default those of Microsoft’s own policy.
     * An empty list lets everyone allow all.
     */
    requireAdminConsent: ({ scopes = managedScopes }: { scopes?: readonly string[] } = {}) => {
      world.adminScopes = new Set(scopes);
    },
    /** Every delta token issued so far is answered with 410 and a hint to resync. */
    expireDelta: () => {
      for (const drive of world.drives) drive.age++;
    },
    expireUploads: () => sessions.expire(),
    expireDownloads: () => downloads.expire(),
    /** Freezes delta feeds, which show nothing new until they are thawed: Graph is only eventually consistent. */
    freezeDelta: () => {
      for (const drive of world.drives) world.frozen.set(drive, drive.log.length);
    },
    thawDelta: () => world.frozen.clear(),
    setLimit: ({ bytes, ...of }: In & { bytes: number }) => {
      driveOf(of).total = bytes;
    },

    /** Creates the file or replaces its content; its folder exists. Returns its id. */
    write({ person, library, path, modifiedAt, ...bytes }: At & Bytes & { modifiedAt?: string }): string {
      const at = { person, path, ...(library !== undefined && { library }) };
      const drive = driveOf(at);
      const content = contentOf(bytes, path);
      const clientModified = modifiedAt === undefined ? null : Date.parse(modifiedAt);
      const existing = drive.at(namesOf(path));
      if (existing) {
        drive.update(existing, { content, clientModified });
        return existing.id;
      }
      const { name, parent } = targetAt(at);
      return drive.add({ name, kind: 'file', mimeType: mimeTypeOf(name), content, clientModified, parent }).id;
    },
    mkdir: (at: At) => driveOf(at).add({ ...targetAt(at), kind: 'folder' }).id,
    move({ from, to, ...of }: In & { from: string; to: string }) {
      driveOf(of).update(nodeAt({ ...of, path: from }), targetAt({ ...of, path: to }));
    },
    remove: (at: At) => driveOf(at).remove(nodeAt(at)),
    /** Restores from the recycle bin to the original folder. */
    restore: ({ id, ...of }: In & { id: string }) => {
      const node = driveOf(of).deleted(id);
      if (!node) throw new Error(`${id} is not in the recycle bin.`);
      driveOf(of).restore(node);
    },
    follow({ person, site, follows }: { person: Person['key']; site: string; follows: boolean }) {
      const found = world.sites.find(({ displayName }) => displayName === site);
      if (!found) throw new Error(`There is no site ${site}.`);
      if (follows) found.followers.add(person);
      else found.followers.delete(person);
    },
    /** Shares a folder of the person’s with another person. */
    share: ({ with: other, ...at }: At & { with: Person['key'] }) => {
      world.shares = [...world.shares, { drive: driveOf(at), nodeId: nodeAt(at).id, with: other }];
    },
    unshare: ({ with: other, ...at }: At & { with: Person['key'] }) => {
      const { id } = nodeAt(at);
      world.shares = world.shares.filter((share) => share.nodeId !== id || share.with !== other);
    },
    /** Like “Add shortcut to My files”: the folder of another drive appears in the person’s own. */
    addShortcut({ to, ...at }: At & { to: At }): string {
      const [drive, node] = [driveOf(to), nodeAt(to)];
      const remote = { driveId: drive.id, id: node.id, owner: drive.owner };
      return driveOf(at).add({ ...targetAt(at), kind: 'remote', remote }).id;
    },
    addMany: ({ count, perFolder = 1000, ...of }: In & { count: number; perFolder?: number }) =>
      addMany(driveOf(of), count, perFolder),

    /** Lists everything below a folder. */
    list: (at: At) => [...driveOf(at).below(nodeAt(at))].map((node) => describe(driveOf(at), node)),
    /** Returns the bytes of a file, as base64. */
    read(at: At): string {
      const { content } = nodeAt(at);
      if (!content) throw new Error(`${at.path} is not a file.`);
      return Buffer.concat([...content.read()]).toString('base64');
    },
  };
}

const managedScopes = ['Files.Read.All', 'Files.ReadWrite.All', 'Sites.Read.All', 'Sites.ReadWrite.All'];

const namesOf = (path: string) => path.split('/').filter(Boolean);

const describe = (drive: Drive, node: GraphNode) => ({
  id: node.id,
  path: drive
    .pathOf(node)
    .map((name) => `/${name}`)
    .join(''),
  kind: node.kind,
  size: node.content?.size ?? null,
});
