import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConnectorError, connectors } from './index.ts';
import { ConnectorError as errorOfKit } from './kit/errors.ts';
import { outlook } from './outlook/index.ts';

describe('the registry', () => {
  it('finds every source by its folder, once, in the order of the list', () => {
    expect(connectors.map(({ manifest }) => manifest.slug)).toEqual([
      'google-drive',
      'onedrive',
      'dropbox',
      'box',
      'gmail',
      'outlook',
      'slack',
      'webdav',
      's3',
      'sftp',
      'imap',
      'microsoft-mail',
      'google-mail',
    ]);
  });

  it('loads the same modules as all other code, so that errors are recognized by their class', () => {
    expect(connectors).toContain(outlook);
    expect(ConnectorError).toBe(errorOfKit);
  });

  it('has a picture and a page of documentation for each', () => {
    const docs = join(import.meta.dirname, '../../docs/sources');
    for (const { manifest } of connectors)
      expect(existsSync(join(docs, `${manifest.slug}.md`)), manifest.slug).toBe(true);
    expect(existsSync(join(import.meta.dirname, 'outlook/icon.svg'))).toBe(true);
  });
});
