import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { person } from '../../../testing/people.ts';
import { connectServer, flood, MB, startHostileServer } from '../../../testing/servers/hostile-server.ts';
import { testApp } from '../../../testing/test-app.ts';
import { myFiles } from '../testing/clouds.ts';
import { itemsOf, sync, transferAll } from '../testing/driver.ts';

const app = await forThisFile(testApp({ privateNetworks: ['127.0.0.0/8'] }));

it('keeps a file that grew large since it was listed out of memory', async () => {
  const large = flood({ 'content-length': String(200 * MB) });
  let isLarge = false;
  const server = await startHostileServer({
    'log.txt': {
      props: '<d:getcontentlength>4</d:getcontentlength><d:getetag>"1"</d:getetag>',
      send: (answer) => (isLarge ? large.send(answer) : answer.end('tiny')),
    },
  });
  const max = { held: 0 };
  const watch = setInterval(() => {
    max.held = Math.max(max.held, process.memoryUsage().arrayBuffers);
  }, 1);
  try {
    const me = await person(app);
    const from_account_id = await connectServer(me, server.address);
    const to_account_id = await myFiles(app).connect(me);
    await sync(app, me, from_account_id);
    isLarge = true;
    const before = process.memoryUsage().arrayBuffers;
    max.held = before;
    const { id } = await transferAll(app, me, { from_account_id, to_account_id });
    expect(await itemsOf(me, id)).toMatchObject([{ outcome: 'transferred', size: 200 * MB }]);
    expect(max.held - before).toBeLessThan(150 * MB);
  } finally {
    clearInterval(watch);
    server.stop();
  }
});
