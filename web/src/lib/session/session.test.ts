import { describe, expect, it, vi } from 'vitest';
import { memoryStorage } from '../../testing/memory-storage.ts';
import { Session } from './session.ts';

function setUp(stored: Record<string, string> = {}) {
  const local = memoryStorage(stored);
  const tab = memoryStorage();
  return { local, tab, session: new Session(local, tab) };
}

describe('the headers of a call', () => {
  it('are empty when signed out', () => {
    expect(setUp().session.headers()).toEqual({});
  });

  it('prefer the organization switched to over the first one', () => {
    const { session } = setUp({ token: 't', org_id: 'first', new_org_id: 'second' });
    expect(session.headers()).toEqual({ Authorization: 'Bearer t', Organization: 'second' });
  });
});

describe('the current organization', () => {
  it('becomes the first of the list when none is stored', () => {
    const { session, local } = setUp({ token: 't' });
    session.chooseOrganization([{ id: 'a' }, { id: 'b' }]);
    expect(local.getItem('org_id')).toBe('a');
  });

  it('stays when one is stored', () => {
    const { session, local } = setUp({ token: 't', new_org_id: 'b' });
    session.chooseOrganization([{ id: 'a' }, { id: 'b' }]);
    expect(session.organizationId).toBe('b');
    expect(local.getItem('org_id')).toBeNull();
  });

  it('is forgotten at sign-in, because it belonged to somebody else', () => {
    const { session, local } = setUp({ token: 't', org_id: 'a', new_org_id: 'b' });
    session.start('other');
    expect(session.organizationId).toBeNull();
    expect(local.getItem('token')).toBe('other');
  });

  it('is worth a reload once, not in a loop', () => {
    const { session, local, tab } = setUp({ token: 't', new_org_id: 'gone' });
    expect(session.clearOrganization(100_000)).toBe(true);
    expect(local.getItem('new_org_id')).toBeNull();

    const reloaded = new Session(local, tab);
    reloaded.chooseOrganization([{ id: 'a' }]);
    expect(reloaded.clearOrganization(101_000)).toBe(false);
  });

  it('is not worth a reload when there was none', () => {
    expect(setUp({ token: 't' }).session.clearOrganization()).toBe(false);
  });
});

describe('a lost connection', () => {
  const stored = { token: 't', org_id: 'a', theme: 'dark' };

  it('clears local storage and keeps the session', () => {
    const { session, local } = setUp(stored);
    session.connectionLost();
    expect(local.length).toBe(0);
    expect(session.offline).toBe(true);
    expect(session.token).toBe('t');
  });

  it('ends with the next answer, which stores everything again', () => {
    const { session, local } = setUp(stored);
    session.connectionLost();
    local.setItem('theme', 'light');
    session.connectionWorks();
    expect(session.offline).toBe(false);
    expect([local.getItem('token'), local.getItem('org_id')]).toEqual(['t', 'a']);
    expect(local.getItem('theme')).toBe('light');
  });

  it('loses nothing when two calls fail one after the other', () => {
    const { session, local } = setUp(stored);
    session.connectionLost();
    session.connectionLost();
    session.connectionWorks();
    expect(local.getItem('theme')).toBe('dark');
  });

  it('survives a reload of the tab', () => {
    const { session, local, tab } = setUp(stored);
    session.connectionLost();
    const reloaded = new Session(local, tab);
    expect(reloaded.token).toBe('t');
    reloaded.connectionWorks();
    expect(local.getItem('token')).toBe('t');
  });

  it('does not restore a session that was ended meanwhile', () => {
    const { session, local, tab } = setUp(stored);
    session.connectionLost();
    session.end();
    session.connectionWorks();
    expect(local.getItem('token')).toBeNull();
    expect(new Session(local, tab).token).toBeNull();
  });

  it('does not sign out this tab when another tab notices it', () => {
    const { session, local } = setUp(stored);
    local.clear();
    session.otherTabWrote(null, null);
    expect(session.token).toBe('t');
    session.connectionWorks();
    expect(local.getItem('token')).toBe('t');
  });
});

describe('another tab', () => {
  it('signs this tab out and notifies the listeners when it signs out', () => {
    const { session } = setUp({ token: 't', org_id: 'a' });
    const listener = vi.fn();
    session.subscribe(listener);
    session.otherTabWrote('token', null);
    expect(session.headers()).toEqual({});
    expect(listener).toHaveBeenCalledOnce();
  });

  it('changes nothing when it stores known values', () => {
    const { session } = setUp({ token: 't', org_id: 'a' });
    session.otherTabWrote('token', 't');
    session.otherTabWrote('org_id', 'b');
    expect(session.organizationId).toBe('a');
  });
});
