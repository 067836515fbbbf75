import { createServer } from 'node:http';
import { clouds } from './clouds.ts';
import { sandboxKeys } from './keys.ts';
import { listen } from './shared/listen.ts';
import { readPorts } from './shared/ports.ts';

/**
 * The sandbox clouds in a process of their own, so that their memory and CPU time do not count as Sheaf's. Prints one
 * line of JSON with their addresses when they are ready, and exits with the process that started it. Given an address,
 * it also answers GET /apps there with that line, for processes on other machines that know SANDBOX_KEY: it has
 * secrets.
 */
// The key is the same at every start, so that accounts stay connected. It only protects sample content.
const tokenKey = 'sandbox';
const keys = sandboxKeys(process.env.SANDBOX_KEY);
const { index, next } = readPorts(process.argv[2]);
const started = await Promise.all(
  clouds
    .map(({ ports, ...cloud }) => ({ ...cloud, address: next(ports) }))
    .map(async ({ sources, start, address }) => ({
      sources,
      app: await start({ tokenKey, address, stripe: keys.stripe }),
    })),
);
const apps = started.flatMap(({ sources, app: { clientId, clientSecret, settings, urls } }) =>
  sources.map((source) => [source, { clientId, clientSecret, settings, urls }]),
);
const line = JSON.stringify(Object.fromEntries(apps));
if (index) {
  const answer = createServer(({ method, url, headers }, response) => {
    if (method !== 'GET' || url !== '/apps') response.writeHead(404).end();
    else if (!keys.isOurs(headers.authorization)) response.writeHead(401).end();
    else response.writeHead(200, { 'content-type': 'application/json' }).end(line);
  });
  await listen(answer, index);
}
process.stdout.write(`${line}\n`);

process.stdin.resume().on('end', () => process.exit());
// Ctrl-C reaches the whole process group; the parent decides when this process ends.
process.on('SIGINT', () => {});
