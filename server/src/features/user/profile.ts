import type { User } from '@sheaf/contract';
import type { Viewer } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { presentUser } from '../auth/index.ts';
import { discardImage, storeImage } from '../images/index.ts';
import { lockUser, updateUser } from './user.queries.ts';

/** avatar left out: stays; null: removed; a picture: replaces the old one. */
export async function updateProfile(
  services: Services,
  viewer: Viewer,
  change: { name: string; avatar?: string | null },
): Promise<User> {
  const stored = change.avatar ? await storeImage(services, 'avatar', change.avatar) : change.avatar;
  return services.db.transaction().execute(async (tx) => {
    if (stored === undefined) return presentUser(await updateUser(tx, viewer.id, { name: change.name }));
    const before = await lockUser(tx, viewer.id);
    const after = await updateUser(tx, viewer.id, { name: change.name, avatar_key: stored });
    await discardImage(tx, before.avatar_key);
    return presentUser(after);
  });
}
