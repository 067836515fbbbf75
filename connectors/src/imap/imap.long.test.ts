import { provide, startDovecot } from '@sheaf/sandbox';
import { describe } from 'vitest';
import { describeThreads } from '../kit/conformance/index.ts';
import { imap } from './index.ts';
import { openMailWorld } from './testing/mail-world.ts';

const dovecot = provide('dovecot');

describe.skipIf(dovecot === null)('dovecot', () => {
  describeThreads('imap', imap, async () => openMailWorld(await startDovecot(dovecot!)));
});

const PLAIN = 'imap_capability = IMAP4rev1 SASL-IR UIDPLUS AUTH=PLAIN';

describe.skipIf(dovecot === null)('dovecot without CONDSTORE, QRESYNC, IDLE, NAMESPACE and QUOTA', () => {
  describeThreads('imap', imap, async () => openMailWorld(await startDovecot(dovecot!, PLAIN)));
});

const NO_QRESYNC = 'imap_capability = IMAP4rev1 SASL-IR UIDPLUS ENABLE CONDSTORE IDLE NAMESPACE AUTH=PLAIN';

describe.skipIf(dovecot === null)('dovecot with CONDSTORE but without QRESYNC', () => {
  describeThreads('imap', imap, async () => openMailWorld(await startDovecot(dovecot!, NO_QRESYNC)));
});
