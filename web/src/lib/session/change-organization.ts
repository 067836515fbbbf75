import { session } from '../api/http.ts';
import { flash } from './flash.ts';

/** Reloads the page in that organization. */
export function enterOrganization(id: string, message?: string): void {
  session.switchOrganization(id);
  reloadAtRoot(message);
}

/** Reloads the page in the person’s first organization. */
export function exitOrganization(message: string): void {
  session.leaveOrganization();
  reloadAtRoot(message);
}

function reloadAtRoot(message?: string): void {
  if (message) flash.leave(message);
  window.location.assign('/');
}
