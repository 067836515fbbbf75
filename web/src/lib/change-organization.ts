import { flash } from './flash.ts';
import { session } from './http.ts';

/** Loads the page anew, in that organisation. */
export function enterOrganization(id: string, message?: string): void {
  session.switchOrganization(id);
  reloadAtRoot(message);
}

/** Loads the page anew, in whichever organisation comes first now. */
export function exitOrganization(message: string): void {
  session.leaveOrganization();
  reloadAtRoot(message);
}

function reloadAtRoot(message?: string): void {
  if (message) flash.leave(message);
  window.location.assign('/');
}
