import { limits, type SharedByEmail } from '@sheaf/contract';
import { isAddress, splitAddresses } from '../../lib/format/addresses.ts';
import { count } from '../../lib/format/format.ts';
import type { Candidate } from './api/sharing.ts';

/** An email address that belongs to no member. */
export interface Outsider {
  kind: 'email';
  /** The address. */
  id: string;
  name: string;
}

export type Chosen = Candidate | Outsider;

export const isOutsider = (chosen: Chosen): chosen is Outsider => chosen.kind === 'email';

/** The typed or pasted addresses; empty if anything else was typed. */
export function typedAddresses(typed: string): string[] {
  const entries = splitAddresses([typed]);
  return entries.every(isAddress) ? entries.slice(0, limits.invitesAtOnce).map((one) => one.toLowerCase()) : [];
}

export const outsider = (email: string): Outsider => ({ kind: 'email', id: email, name: email });

/** As in '3 members', or '2 members and 1 group'. */
function countOf(chosen: readonly Candidate[]): string {
  const groups = chosen.filter(({ kind }) => kind === 'group').length;
  const members = chosen.length - groups;
  return [members > 0 ? count(members, 'member') : null, groups > 0 ? count(groups, 'group') : null]
    .filter((part) => part !== null)
    .join(' and ');
}

export const sharedWith = (chosen: readonly Candidate[]): string =>
  `Shared with ${chosen.length === 1 ? chosen[0]!.name : countOf(chosen)}`;

/** Describes the result for everyone chosen, in one sentence each. */
export function sharedByEmail(members: readonly Candidate[], results: readonly SharedByEmail[]): string {
  const of = (result: SharedByEmail['result']) => results.filter((one) => one.result === result);
  const [shared, invited, requested] = [of('shared'), of('invited'), of('requested')];
  const people = (those: readonly SharedByEmail[]) =>
    those.length === 1 ? those[0]!.email : count(those.length, 'person', 'people');
  const withMembers = members.length + shared.length;
  const nameOfOne = members[0]?.name ?? shared[0]?.email;
  return [
    withMembers > 0 ? `Shared with ${withMembers === 1 ? nameOfOne : `${withMembers} others`}` : null,
    invited.length > 0 ? `Invitation sent to ${people(invited)}` : null,
    requested.length > 0 ? `Asked owners and admins to invite ${people(requested)}` : null,
  ]
    .filter((part) => part !== null)
    .join('. ');
}
