import { startDropbox } from './dropbox/server.ts';
import { startGoogle } from './google/server.ts';

/**
 * The clouds in miniature as a process of their own, so that their content and their work are not Sheaf's. Prints one
 * line of JSON when they answer, by source, and ends with whoever started it.
 */
// The same at every start, so that accounts stay connected. What it guards is sample content on this machine.
const tokenKey = 'sandbox';
const [google, dropbox] = await Promise.all([startGoogle({ tokenKey }), startDropbox({ tokenKey })]);
const app = ({
  clientId,
  clientSecret,
  urls,
}: Pick<typeof google, 'clientId' | 'clientSecret'> & { urls: object }) => ({
  clientId,
  clientSecret,
  urls,
});
process.stdout.write(`${JSON.stringify({ 'google-drive': app(google), dropbox: app(dropbox) })}\n`);

process.stdin.resume().on('end', () => process.exit());
// Ctrl-C goes to the whole group; the parent decides when we end.
process.on('SIGINT', () => {});
