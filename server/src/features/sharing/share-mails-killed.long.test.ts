import { contract } from '@sheaf/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import { killableServices } from '../../testing/killable-services.ts';
import { person } from '../../testing/people.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { tellPeople } from './tell-people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('killed at any statement, whoever writes mails about shares loses none and sends none twice', async () => {
  const { signal } = new AbortController();
  for (let dieAt = 1, isAlive = false; !isAlive; dieAt++) {
    const ada = await person(app);
    const kim = await person(app, { organizationId: ada.organizationId, role: 'member' });
    const [id] = await addDocuments(app, ada, await quietAccount(app, ada), [{ name: 'a.txt' }]);
    await ada.call(contract.sharing.share, { body: { inviting_ids: [kim.id], document_ids: [id!] } });
    const process = killableServices(app.services, dieAt, async () => {});
    await tellPeople.run({}, process.services, signal).catch(() => {});
    isAlive = !process.isDead;
    await process.end();
    await app.work();
    expect(await app.mailsTo(kim.email), `killed at statement ${dieAt}`).toHaveLength(1);
  }
});
