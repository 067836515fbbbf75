import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkImports, unseenFiles } from './import-rules/check-imports.ts';
import { FORBIDDEN } from './import-rules/rules.ts';

type Tree = Record<string, string>;

/** A small tree that keeps every rule and uses each permission of the rules. */
const SOUND: Tree = {
  'contract/src/index.ts': `import 'zod'; export * from './auth.ts';`,
  'contract/src/auth.ts': '',
  'contract/src/auth.test.ts': `import 'left-pad'; import './auth.ts';`,
  'connectors/src/index.ts': `import './dropbox/index.ts'; import './box/index.ts';`,
  'connectors/src/kit/connector.ts': `import 'zod'; import 'node:stream';`,
  'connectors/src/box/index.ts': `import '../kit/connector.ts';`,
  'connectors/src/dropbox/index.ts': `import './gateway.ts'; import type { Sdk } from 'left-pad';`,
  'connectors/src/dropbox/gateway.ts': `import 'left-pad';`,
  'connectors/src/dropbox/dropbox.test.ts': `import '@sheaf/sandbox';`,
  'sandbox/src/index.ts': `import type { Connector } from '@sheaf/connectors';`,
  'server/src/main.ts': `import '@sheaf/sandbox'; import './features/sources/index.ts';`,
  'server/src/db/pool.ts': '',
  'server/src/platform/mail.ts': '',
  'server/src/features/auth/index.ts': `import './auth.routes.ts';`,
  'server/src/features/auth/auth.routes.ts': `import '@sheaf/contract'; import './auth.service.ts';`,
  'server/src/features/auth/auth.service.ts': `import './auth.queries.ts';`,
  'server/src/features/auth/auth.queries.ts': `import '../../db/pool.ts';`,
  'server/src/features/sources/index.ts': `import '@sheaf/connectors'; import '../auth/index.ts';`,
  'web/src/app/router.tsx': `import '../features/auth/login.tsx'; export const page = () => import('../features/user/profile.tsx');`,
  'web/src/features/auth/login.tsx': `import '@sheaf/contract'; import '../../ui/button.tsx'; export const login = <b>log in</b>;`,
  'web/src/features/user/profile.tsx': `import '../../lib/http.ts';`,
  'web/src/ui/button.tsx': '',
  'web/src/lib/http.ts': '',
};

/** Code that breaks each rule. */
const BREACHES: Record<string, Tree[]> = {
  'contract-is-a-leaf': [
    { 'contract/src/auth.ts': `import 'left-pad';` },
    { 'contract/src/auth.ts': `import 'node:crypto';` },
    { 'contract/src/auth.ts': `import type { Mail } from '../../server/src/platform/mail.ts';` },
  ],
  'connectors-stand-alone': [{ 'connectors/src/kit/connector.ts': `import '@sheaf/contract';` }],
  'connectors-reach-vendors-through-the-gateway': [{ 'connectors/src/dropbox/index.ts': `import 'left-pad';` }],
  'connectors-are-strangers': [
    { 'connectors/src/dropbox/index.ts': `import type { Box } from '../box/index.ts';` },
    { 'connectors/src/kit/connector.ts': `export const all = () => import('../box/index.ts');` },
  ],
  'sandbox-shares-types-only': [
    { 'sandbox/src/index.ts': `import '@sheaf/connectors';` },
    { 'sandbox/src/index.ts': `import '../../server/src/db/pool.ts';` },
  ],
  'only-main-starts-the-sandbox': [
    { 'server/src/db/pool.ts': `import '@sheaf/sandbox';` },
    { 'connectors/src/dropbox/index.ts': `import '@sheaf/sandbox';` },
  ],
  'programs-are-not-libraries': [
    { 'server/src/db/pool.ts': `import '../../../web/src/lib/http.ts';` },
    { 'web/src/lib/http.ts': `import '../../../server/src/db/pool.ts';` },
  ],
  'ground-knows-no-feature': [
    { 'server/src/db/pool.ts': `import '../features/auth/index.ts';` },
    { 'server/src/platform/mail.ts': `import type { User } from '../features/auth/index.ts';` },
  ],
  'features-meet-at-the-index': [
    { 'server/src/features/sources/index.ts': `export { user } from '../auth/auth.service.ts';` },
  ],
  'routes-never-query': [{ 'server/src/features/auth/auth.routes.ts': `import './auth.queries.ts';` }],
  'few-open-connectors': [
    { 'server/src/features/auth/auth.service.ts': `import '@sheaf/connectors';` },
    { 'server/src/platform/mail.ts': `import type { Connector } from '@sheaf/connectors';` },
  ],
  'parts-meet-at-the-index': [
    { 'server/src/features/sources/index.ts': `import '../../../../connectors/src/box/index.ts';` },
    { 'web/src/lib/http.ts': `import '../../../contract/src/auth.ts';` },
  ],
  'doubles-are-for-tests': [
    {
      'server/src/features/sources/index.ts': `import '../../../../connectors/src/testing.ts';`,
      'connectors/src/testing.ts': '',
    },
  ],
  'web-knows-the-contract-only': [
    { 'web/src/lib/http.ts': `import type { Pool } from '../../../server/src/db/pool.ts';` },
    { 'web/src/lib/http.ts': `import '@sheaf/connectors';` },
    { 'web/src/lib/http.ts': `import '@sheaf/sandbox';` },
  ],
  'web-features-are-strangers': [{ 'web/src/features/auth/login.tsx': `import '../user/profile.tsx';` }],
  'web-ground-knows-no-feature': [
    { 'web/src/ui/button.tsx': `import '../features/auth/login.tsx';` },
    { 'web/src/lib/http.ts': `import type { Router } from '../app/router.tsx';` },
  ],
  'no-cycles': [
    { 'contract/src/auth.ts': `import './index.ts';` },
    { 'contract/src/auth.ts': `import type { Call } from './index.ts';` },
    { 'server/src/features/auth/auth.service.ts': `import { type User } from './auth.routes.ts';` },
  ],
  'everything-resolves': [{ 'contract/src/auth.ts': `import './nowhere.ts';` }],
};

let root: string;

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'sheaf imports '));
});

afterEach(() => rm(root, { recursive: true, force: true }));

async function plant(tree: Tree): Promise<void> {
  for (const [file, text] of Object.entries(tree)) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), `${text}\nexport {};\n`);
  }
  for (const name of ['zod', 'left-pad']) {
    await mkdir(path.join(root, 'node_modules', name, 'dist'), { recursive: true });
    await writeFile(path.join(root, 'node_modules', name, 'package.json'), '{"main":"./dist/index.js"}');
    await writeFile(path.join(root, 'node_modules', name, 'dist/index.js'), '');
  }
  await mkdir(path.join(root, 'node_modules/@sheaf'), { recursive: true });
  for (const part of ['contract', 'connectors', 'sandbox']) {
    await writeFile(path.join(root, part, 'package.json'), '{"exports":{".":"./src/index.ts"}}');
    await symlink(path.join(root, part), path.join(root, 'node_modules/@sheaf', part));
  }
}

it('finds nothing wrong with a sound tree', async () => {
  await plant(SOUND);
  expect(await checkImports(root)).toEqual([]);
});

describe('each rule can fail', () => {
  it('has a breach for every rule', () => {
    expect(Object.keys(BREACHES).sort()).toEqual(FORBIDDEN.map(({ name }) => name).sort());
  });

  for (const [rule, trees] of Object.entries(BREACHES)) {
    it.each(trees.map((tree) => [Object.values(tree).join(), tree] as const))(`${rule}: %s`, async (_, tree) => {
      await plant({ ...SOUND, ...tree });
      const report = (await checkImports(root)).join('\n');
      expect(report).toContain(`${rule}:`);
      expect(report).toContain(Object.keys(tree)[0]);
    });
  }
});

describe('the check fails when it sees too little', () => {
  it('an empty tree', async () => {
    expect(await checkImports(root)).toEqual(
      ['contract', 'server', 'web'].map((part) => `${part}: no source file found, so there is nothing to check`),
    );
  });

  it('a parser that reads no files', async () => {
    await plant(SOUND);
    const files = Object.keys(SOUND);
    expect(unseenFiles(root, files, [])).toEqual(files.map((file) => `${file}: not read by the import check`));
  });

  it('a parser that misses imports', async () => {
    await plant(SOUND);
    const files = ['server/src/main.ts', 'server/src/db/pool.ts'];
    const modules = files.map((source) => ({ source, dependencies: [] }));
    expect(unseenFiles(root, files, modules)).toEqual(['server/src/main.ts: the import check saw none of its imports']);
  });
});
