import { type Grant, Grants } from '../shared/grants.ts';
import { type Person, people } from '../shared/people.ts';
import { seededId } from '../shared/random.ts';
import { GraphError } from './errors.ts';
import { Drive } from './files/drive.ts';
import type { GraphNode } from './files/graph-node.ts';
import { seedDrive, seedLibrary } from './files/seed.ts';
import type { Oddities } from './oddities.ts';

export interface Site {
  id: string;
  displayName: string;
  webUrl: string;
  libraries: readonly Drive[];
  /** The people with write access; others may only read. */
  members: readonly Person['key'][];
  writers: readonly Person['key'][];
  followers: Set<Person['key']>;
}

export interface WorldOptions {
  seed: string;
  samples: boolean;
  filesPerFolder: number | undefined;
  clientId: string;
  clientSecret: string;
  tokenSeconds: number;
  tokenKey: string | undefined;
  /** The maximum number of entries on a page. */
  pageSize: number;
  /** The lag of delta feeds. */
  lagMs: number;
}

/** Three people: Ada with a personal account, Bruno and Chen at the same company, with sites they share. */
export class World {
  readonly options: WorldOptions;
  readonly grants: Grants;
  readonly sites: readonly Site[];
  /** The number of entries of each log that the frozen delta feeds show. */
  readonly frozen = new Map<Drive, number>();
  /** Folders that their owners have each shared with one person. */
  shares: readonly { drive: Drive; nodeId: string; with: Person['key'] }[] = [];
  /** The scopes that people of the company can’t allow on their own. */
  adminScopes: ReadonlySet<string> = new Set();
  origin = '';
  oddities: Oddities = {};
  readonly #own: ReadonlyMap<Person['key'], Drive>;
  readonly #drives: ReadonlyMap<string, Drive>;

  constructor(options: WorldOptions, changed: (drive: Drive) => void) {
    this.options = options;
    this.grants = new Grants({
      accessSeconds: options.tokenSeconds,
      prefixes: { code: 'M.C5_', access: 'EwB', refresh: 'M.R3_' },
      key: options.tokenKey,
    });
    const { seed, samples, filesPerFolder } = options;
    this.#own = new Map(
      people.map(({ key, name }) => {
        const type = key === 'ada' ? 'personal' : 'business';
        return [key, new Drive({ seed: `${seed}/${key}`, type, name: 'OneDrive', owner: name })];
      }),
    );
    this.sites = [
      makeSite(seed, 'Harbour project', ['Documents', 'Drawings'], ['bruno', 'chen']),
      makeSite(seed, 'Company handbook', ['Documents'], ['chen']),
      makeSite(seed, 'Archive of old projects', ['Documents'], ['bruno', 'chen']),
    ];
    // People can open the archive, but it isn’t among their followed sites.
    this.sites[2]!.followers.clear();
    const libraries = this.sites.flatMap((site) => site.libraries);
    if (samples) {
      for (const [person, drive] of this.#own) seedDrive(drive, person, seed, filesPerFolder);
      for (const library of libraries) seedLibrary(library);
    }
    this.#drives = new Map([...this.#own.values(), ...libraries].map((drive) => [drive.id, drive]));
    for (const drive of this.#drives.values()) drive.onChange = () => changed(drive);
  }

  ownDrive(person: Person['key']): Drive {
    return this.#own.get(person)!;
  }

  /** The drives that a person can open. Apps with access to the own drive only can’t open the others. */
  drive({ person, scopes }: Pick<Grant, 'person' | 'scopes'>, id: string): Drive {
    const drive = this.#drives.get(id);
    if (!drive || !this.canOpen(person, drive)) throw new GraphError('itemNotFound');
    const isAllowed = drive === this.ownDrive(person) || scopes.some((scope) => /^(Files|Sites)\..+\.All$/.test(scope));
    if (!isAllowed) throw new GraphError('accessDenied');
    return drive;
  }

  needsApproval(person: Person['key'], scopes: readonly string[]): string | undefined {
    if (this.ownDrive(person).type === 'personal' || !scopes.some((scope) => this.adminScopes.has(scope)))
      return undefined;
    return 'AADSTS90094: The grant requires admin permission.';
  }

  /** True even if only something in it is shared with the person. */
  canOpen(person: Person['key'], drive: Drive): boolean {
    return this.#opensAll(person, drive) || this.#sharedIn(person, drive).length > 0;
  }

  /**
   * In a drive with a shared item, the person sees only that and its contents: not the root, and therefore no delta.
   */
  canReach(person: Person['key'], drive: Drive, node: GraphNode): boolean {
    if (this.#opensAll(person, drive)) return true;
    const shared = this.#sharedIn(person, drive);
    return [node, ...drive.ancestorsOf(node)].some(({ id }) => shared.includes(id));
  }

  canWrite(person: Person['key'], drive: Drive): boolean {
    const isWriter = drive === this.ownDrive(person) || this.siteOf(drive)?.writers.includes(person);
    return isWriter === true || this.#sharedIn(person, drive).length > 0;
  }

  #opensAll(person: Person['key'], drive: Drive): boolean {
    return drive === this.ownDrive(person) || this.siteOf(drive)?.members.includes(person) === true;
  }

  #sharedIn(person: Person['key'], drive: Drive): string[] {
    return this.shares.flatMap((share) => (share.drive === drive && share.with === person ? [share.nodeId] : []));
  }

  siteOf(drive: Drive): Site | undefined {
    return this.sites.find(({ libraries }) => libraries.includes(drive));
  }

  get drives(): Iterable<Drive> {
    return this.#drives.values();
  }
}

function makeSite(seed: string, displayName: string, libraries: string[], writers: Person['key'][]): Site {
  const slug = displayName.toLowerCase().replaceAll(' ', '-');
  const makeDrive = (name: string) =>
    new Drive({ seed: `${seed}/${slug}/${name}`, type: 'documentLibrary', name, owner: displayName });
  return {
    id: `example.sharepoint.com,${seededId(`${seed}/${slug}`, 32)},${seededId(`${seed}/${slug}/web`, 32)}`,
    displayName,
    webUrl: `https://example.sharepoint.com/sites/${slug}`,
    libraries: libraries.map(makeDrive),
    members: ['bruno', 'chen'],
    writers,
    followers: new Set(['bruno', 'chen']),
  };
}
