import { accountControl, type Bytes, contentOf } from '../shared/control.ts';
import type { Faults } from '../shared/faults.ts';
import type { Grants } from '../shared/grants.ts';
import type { Person } from '../shared/people.ts';
import { MAIL_SCOPES, SCOPES } from './call.ts';
import type { Uploads } from './calls/uploads.ts';
import type { Drive } from './files/drive.ts';
import type { DriveNode } from './files/drive-node.ts';
import { FOLDER, isGoogleType } from './files/mime-types.ts';
import { type Oddities, oddAccount } from './files/oddities.ts';
import { addMany } from './files/seed-drive.ts';
import type { MemberRole } from './files/shared-drive.ts';
import { makeMailControl } from './gmail/control.ts';
import type { Mailbox } from './gmail/mailbox.ts';
import type { Push } from './gmail/push.ts';
import type { Quota } from './gmail/quota.ts';

type In = { person: Person['key'] };
type Of = In & { id: string };

/** The control calls for tests, also available as POST /_control/<name>. Takes and returns plain data. */
export function makeControl(world: {
  drives: ReadonlyMap<Person['key'], Drive>;
  mailboxes: ReadonlyMap<Person['key'], Mailbox>;
  quota: Quota;
  push: Push;
  grants: Grants;
  faults: Faults;
  uploads: Uploads;
  clientId: string;
}) {
  const drive = ({ person }: In) => world.drives.get(person)!;
  const node = (of: Of) => drive(of).get(of.id);
  return {
    ...makeMailControl(world),
    ...accountControl(world, [
      SCOPES.full,
      MAIL_SCOPES.readonly,
      'openid',
      'https://www.googleapis.com/auth/userinfo.email',
    ]),
    expireUploads: () => world.uploads.expire(),

    /** Without bytes it is an empty file, or what the MIME type implies. */
    add: ({
      person,
      name,
      parent,
      mimeType = 'text/plain',
      ...bytes
    }: In & Bytes & { name: string; parent?: string; mimeType?: string }) => {
      const own = isGoogleType(mimeType) ? {} : { content: contentOf(bytes, name) };
      return drive({ person }).add({ name, mimeType, ...(parent && { parent }), ...own }).id;
    },
    rename: ({ name, ...of }: Of & { name: string }) => drive(of).update(node(of), { name }),
    move: ({ parent, ...of }: Of & { parent: string }) =>
      drive(of).update(node(of), { parent: drive(of).get(parent).id }),
    addParent: ({ parent, ...of }: Of & { parent: string }) => drive(of).addParent(node(of), parent),
    trash: (of: Of) => drive(of).update(node(of), { trashedAt: Date.now() }),
    restore: (of: Of) => drive(of).update(node(of), { trashedAt: null }),
    /** Deletes permanently; a shared item looks as if access was lost. */
    remove: (of: Of) => drive(of).remove(node(of)),
    write: ({ person, id, ...bytes }: Of & Bytes) => {
      const content = contentOf(bytes, id);
      drive({ person }).update(drive({ person }).get(id), { content, modified: Date.now() });
    },
    /** Edits one of Google’s own documents. */
    edit: (of: Of) => drive(of).update(node(of), { revision: node(of).revision + 1, modified: Date.now() }),
    share: ({ name, ...of }: In & { name: string }) =>
      drive(of).add({ name, mimeType: FOLDER, role: 'reader', parent: null, sharedAt: Date.now() }).id,
    addMany: ({ count, perFolder, ...of }: In & { count: number; perFolder?: number }) =>
      addMany(drive(of), count, perFolder),
    addSharedDrive: ({ name, role = 'organizer', ...of }: In & { name: string; role?: MemberRole }) =>
      drive(of).addSharedDrive(name, role).id,
    renameSharedDrive: ({ id, name, ...of }: Of & { name: string }) => {
      drive(of).sharedDrives.get(id)!.name = name;
      drive(of).touchSharedDrive(id);
    },
    setMemberRole: ({ id, role, ...of }: Of & { role: MemberRole }) => {
      drive(of).sharedDrives.get(id)!.role = role;
      drive(of).touchSharedDrive(id);
    },
    leaveSharedDrive: ({ id, ...of }: Of) => drive(of).leaveSharedDrive(id),
    /** Replaces all oddities of the account; a seed alone chooses some, and giving none resets them. */
    setOddities: ({ person, seed, ...given }: In & Oddities & { seed?: string }) => {
      const oddities = seed === undefined ? given : oddAccount(seed);
      const changed = drive({ person });
      if (oddities.searchLags !== changed.oddities.searchLags)
        changed.newFrom = oddities.searchLags ? changed.nextOrdinal : Number.POSITIVE_INFINITY;
      changed.oddities = oddities;
    },
    setLimit: ({ bytes, ...of }: In & { bytes: number | null }) => {
      drive(of).limit = bytes;
    },
    /** Lists everything not in the trash. */
    list: (of: In) =>
      [...drive(of).nodes()].filter((one) => !drive(of).isTrashed(one)).map((one) => describe(drive(of), one)),
    find: ({ name, ...of }: In & { name: string }) =>
      [...drive(of).nodes()].find((one) => one.name === name)?.id ?? null,
  };
}

function describe(drive: Drive, node: DriveNode) {
  const { id, name, mimeType, listed } = node;
  return {
    id,
    name,
    mimeType,
    listed,
    parent: node.parent === drive.root.id ? null : node.parent,
    size: node.content?.size ?? null,
  };
}
