import { people } from '../../shared/people.ts';
import { seededId } from '../../shared/random.ts';
import type { SandboxResponse } from '../../shared/server.ts';
import type { Call } from '../call.ts';
import { GraphError, jsonAnswer } from '../errors.ts';
import type { Drive } from '../files/drive.ts';
import type { Site } from '../world.ts';

export function me({ grant, world }: Call): SandboxResponse {
  const { key, name, email } = people.find((person) => person.key === grant.person)!;
  const id = seededId(`${world.options.seed}/${key}/user`, 16);
  // A personal account’s address is its sign-in name.
  const mail = key === 'ada' ? null : email;
  return jsonAnswer({ id, displayName: name, mail, userPrincipalName: email });
}

export function driveAnswer(drive: Drive): SandboxResponse {
  return jsonAnswer(describeDrive(drive));
}

export function followedSites(call: Call): SandboxResponse {
  const { world, grant } = call;
  mustSeeSites(call);
  if (world.ownDrive(grant.person).type === 'personal') throw new GraphError('notSupported');
  return jsonAnswer({ value: world.sites.filter(({ followers }) => followers.has(grant.person)).map(describeSite) });
}

export function theSite(call: Call, id: string): Site {
  mustSeeSites(call);
  const site = call.world.sites.find((one) => one.id === id && one.members.includes(call.grant.person));
  if (!site) throw new GraphError('itemNotFound');
  return site;
}

export const siteDrives = ({ libraries }: Site) => jsonAnswer({ value: libraries.map(describeDrive) });

function mustSeeSites({ grant }: Call): void {
  if (!grant.scopes.some((scope) => scope.startsWith('Sites.Read'))) throw new GraphError('accessDenied');
}

const describeSite = ({ id, displayName, webUrl }: Site) => ({ id, name: displayName, displayName, webUrl });

function describeDrive(drive: Drive): object {
  const { total, used } = drive;
  return {
    id: drive.id,
    driveType: drive.type,
    name: drive.name,
    owner: { user: { displayName: drive.owner } },
    quota: {
      total,
      used,
      remaining: Math.max(0, total - used),
      deleted: 0,
      state: used > total ? 'exceeded' : 'normal',
    },
  };
}
