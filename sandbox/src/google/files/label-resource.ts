import type { drive_v3 } from '@googleapis/drive';
import { people } from '../../shared/people.ts';
import type { Drive } from './drive.ts';
import type { AppliedLabel } from './label.ts';

export function labelResource({ id, revision, values }: AppliedLabel, { labels }: Drive): drive_v3.Schema$Label {
  const fields = Object.entries(values).map(([field, held]) => {
    const valueType = labels.get(id)?.fields[field] ?? 'text';
    const shown = valueType === 'user' ? held.map(userOf) : held;
    return [field, { kind: 'drive#labelField', id: field, valueType, [valueType]: shown }] as const;
  });
  return { kind: 'drive#label', id, revisionId: String(revision), fields: Object.fromEntries(fields) };
}

const userOf = (emailAddress: string): drive_v3.Schema$User => {
  const displayName = people.find(({ email }) => email === emailAddress)?.name ?? emailAddress;
  return { kind: 'drive#user', displayName, emailAddress };
};
