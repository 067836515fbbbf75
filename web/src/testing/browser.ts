import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, expect, vi } from 'vitest';
import { session } from '../lib/api/http.ts';

/** The setup of component tests: what the DOM of the tests lacks, and a fresh browser for every test. */

// As in the browser tests: nothing moves, so that what is closed is gone at once.
vi.stubGlobal('matchMedia', (media: string) => ({
  media,
  matches: media.includes('prefers-reduced-motion') || media.includes('min-width'),
  onchange: null,
  addEventListener() {},
  removeEventListener() {},
  addListener() {},
  removeListener() {},
  dispatchEvent: () => false,
}));

// Nothing is laid out. Menus hide whose button has no size, so everything gets one, in a window that has one too.
vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 20));
vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1440);
vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(900);

// Growing text fields wait for fonts.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

// It doesn’t know <search>, and React warns of elements that are unknown.
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement' });

// Enough for a busy machine; only a test that fails waits so long.
configure({ asyncUtilTimeout: 20_000 });

// As in the browser tests: whatever React or a broken page reports fails the test.
const reported = vi.spyOn(console, 'error');

afterEach(() => {
  cleanup();
  notifications.clean();
  session.end();
  localStorage.clear();
  sessionStorage.clear();
  const problems = reported.mock.calls.map((texts) => texts.map(String).join(' '));
  reported.mockClear();
  expect(problems, 'errors in the console').toEqual([]);
});
