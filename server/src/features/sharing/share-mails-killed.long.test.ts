import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import { killableServices } from '../../testing/killable-services.ts';
import { person } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';
import { mailShares } from './mail-shares.ts';

const app = await forThisFile(testApp());

it('loses no email about shares and sends none twice, killed at any statement', async () => {
  const { signal } = new AbortController();
  for (let dieAt = 1, isAlive = false; !isAlive; dieAt++) {
    const ada = await person(app);
    const kim = await person(app, { organizationId: ada.organizationId, role: 'member' });
    const [id] = await addDocuments(app, ada, await quietAccount(app, ada), [{ name: 'a.txt' }]);
    await ada.call(contract.sharing.share, { body: { inviting_ids: [kim.id], document_ids: [id!] } });
    const process = killableServices(app.services, dieAt, async () => {});
    await mailShares.run({}, process.services, signal).catch(() => {});
    isAlive = !process.isDead;
    await process.end();
    await app.work();
    expect(await app.mailsTo(kim.email), `killed at statement ${dieAt}`).toHaveLength(1);
  }
});
