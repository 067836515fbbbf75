import type { User } from '@sheaf/contract';
import type { Viewer } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { presentUser, updateUser } from '../auth/index.ts';
import { discardImage, storeImage } from '../images/index.ts';
import { lockUser } from './user.queries.ts';

export async function rename({ db }: Services, viewer: Viewer, name: string): Promise<User> {
  return presentUser(await updateUser(db, viewer.id, { name }));
}

/** A picture replaces the old one; null removes it. */
export async function changeAvatar(services: Services, viewer: Viewer, picture: Uint8Array | null): Promise<User> {
  const avatar_key = picture && (await storeImage(services, viewer, picture));
  return services.db.transaction().execute(async (tx) => {
    const before = await lockUser(tx, viewer.id);
    const after = await updateUser(tx, viewer.id, { avatar_key });
    await discardImage(tx, before.avatar_key);
    return presentUser(after);
  });
}
