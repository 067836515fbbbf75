import { spawnSync } from 'node:child_process';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { EmbeddedPostgresError } from './embedded-error.ts';

/**
 * The account that PostgreSQL runs as. It refuses to run as root, so a Sheaf that runs as root must give it another
 * identity.
 */
export interface Account {
  /** The required owner of the data folder. */
  uid: number;
  gid: number;
  /** How to start `program` under this identity. */
  command(program: string, args: string[]): { file: string; args: string[]; identity: { uid?: number; gid?: number } };
}

/** Chooses an account that can reach every folder in `folders`. */
export function chooseAccount(folders: string[]): Account {
  const uid = process.geteuid?.() ?? -1;
  const gid = process.getegid?.() ?? -1;
  if (uid !== 0) return { uid, gid, command: (file, args) => ({ file, args, identity: {} }) };

  const service = serviceUser();
  const closed = folders.map((folder) => firstClosedFolder(folder, service)).find((folder) => folder !== undefined);
  if (closed === undefined) {
    const identity = { uid: service.uid, gid: service.gid };
    return { ...identity, command: (file, args) => ({ file, args, identity }) };
  }
  const namespaced = namespaceAccount(service);
  const { file, args } = namespaced.command('true', []);
  if (spawnSync(file, args).status === 0) return namespaced;
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and its user ${service.name} cannot pass through ${closed}: run Sheaf as an ordinary user, or allow it with chmod o+x ${closed}.`,
  );
}

/**
 * A user namespace in which root has the id of an ordinary user: PostgreSQL accepts that, and can still pass through
 * folders that only root may open, such as /root. It looks up its own name, so the id must be one that has a name.
 */
function namespaceAccount({ uid, gid }: { uid: number; gid: number }): Account {
  const unshare = ['--user', `--map-user=${uid}`, `--map-group=${gid}`];
  return {
    uid: 0,
    gid: 0,
    command: (program, args) => ({ file: 'unshare', args: [...unshare, program, ...args], identity: {} }),
  };
}

function serviceUser(): { name: string; uid: number; gid: number } {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const user = users.find((fields) => fields[0] === name);
    if (user) return { name, uid: Number(user[2]), gid: Number(user[3]) };
  }
  return { name: 'nobody', uid: 65534, gid: 65534 };
}

/** The outermost folder on the way to `folder` that the user can't pass through. */
function firstClosedFolder(folder: string, user: { uid: number; gid: number }): string | undefined {
  const { root } = path.parse(folder);
  let current = root;
  for (const part of ['', ...realpathSync(folder).slice(root.length).split(path.sep)]) {
    current = path.join(current, part);
    const { mode, uid, gid } = statSync(current);
    const mayPass = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & mayPass) === 0) return current;
  }
  return undefined;
}
