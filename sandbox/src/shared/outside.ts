import type { Person } from './people.ts';

export type Path = readonly string[];

export interface Held {
  path: Path;
  kind: 'file' | 'folder' | 'link' | 'native';
  /** Only for files. */
  bytes?: Uint8Array;
}

/** Another client of the same files: it changes and reads them directly, without the API. */
export interface Outside {
  /** Creates the file or replaces its bytes; its folder exists. */
  write(path: Path, bytes: Uint8Array, modifiedAt?: Date): Promise<void>;
  mkdir(path: Path): Promise<void>;
  move(from: Path, to: Path): Promise<void>;
  /** Removes an item; a folder with everything below it. */
  remove(path: Path): Promise<void>;
  /** Everything below a folder, without the trash. */
  list(folder: Path): Promise<Held[]>;
}

type In = { person: Person['key']; library?: string };
type At = In & { path: string };
/** The sandboxes’ names for the item at a path. */
type Kind = Held['kind'] | 'remote' | 'web_link' | 'package';

/** Control calls whose paths are names joined with slashes. */
interface PathControl {
  write(at: At & { base64: string; modifiedAt?: string }): unknown;
  mkdir(at: At): unknown;
  move(of: In & { from: string; to: string }): unknown;
  remove(at: At): unknown;
  list(at: At): { path: string; kind: Kind }[];
  read(at: At): string;
}

/** Shows a shared folder of another person as a folder, and an item without bytes of its own as a link. */
function shownAs(kind: Kind): Held['kind'] {
  if (kind === 'remote') return 'folder';
  return kind === 'web_link' || kind === 'package' ? 'link' : kind;
}

/** `top` is the start of all paths. */
export function outsideOf(control: PathControl, of: In, top: '' | '/' = ''): Outside {
  const at = (path: Path) => ({ ...of, path: path.length === 0 ? '' : top + path.join('/') });
  return {
    async write(path, bytes, modifiedAt) {
      const base64 = Buffer.from(bytes).toString('base64');
      control.write({ ...at(path), base64, ...(modifiedAt && { modifiedAt: modifiedAt.toISOString() }) });
    },
    mkdir: async (path) => void control.mkdir(at(path)),
    move: async (from, to) => void control.move({ ...of, from: at(from).path, to: at(to).path }),
    remove: async (path) => void control.remove(at(path)),
    list: async (folder) =>
      control.list(at(folder)).map(({ path, kind }) => ({
        path: path.split('/').filter(Boolean),
        kind: shownAs(kind),
        ...(kind === 'file' && { bytes: Buffer.from(control.read({ ...of, path }), 'base64') }),
      })),
  };
}
