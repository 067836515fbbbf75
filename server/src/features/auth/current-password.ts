import { wrongField } from '../../errors.ts';
import type { Viewer } from '../../http/viewer.ts';
import { resetThrottle, throttle } from '../../platform/limits/index.ts';
import type { Services } from '../../services.ts';
import { passwordHashOf } from './auth.queries.ts';
import { passwordMatches } from './passwords.ts';

export const wrongPassword = () => wrongField('current_password', 'This isn’t your current password');

/** Protects what a stolen session alone must not do. Returns the password hash it was checked against. */
export async function checkCurrentPassword({ db }: Services, viewer: Viewer, given: string): Promise<string> {
  const tries = `password ${viewer.id}`;
  await throttle(db, tries, { times: 10, seconds: 900 }, 'Too many attempts. Wait a few minutes, then try again.');
  const { password_hash } = await passwordHashOf(db, viewer.id);
  if (!(await passwordMatches(password_hash, given))) throw wrongPassword();
  await resetThrottle(db, tries);
  return password_hash;
}
