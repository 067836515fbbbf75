import type { drive_v3 } from '@googleapis/drive';
import type { Drive } from './drive.ts';

export function user(drive: Drive, me: boolean): drive_v3.Schema$User {
  const { name, email } = drive.person;
  return { kind: 'drive#user', displayName: name, me, permissionId: permissionId(drive), emailAddress: email };
}

/** The person’s id in the permissions of files. */
const permissionId = (drive: Drive) => `0${drive.root.id.replace(/\D/g, '').padEnd(18, '7')}`;

/** The owner of items shared with the person. */
export const stranger = (): drive_v3.Schema$User => ({
  kind: 'drive#user',
  displayName: 'Dana Okafor',
  me: false,
  permissionId: '04810000000000000001',
  emailAddress: 'dana@example.com',
});
