import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, expect, vi } from 'vitest';
import { session } from '../lib/api/http.ts';

/** The setup of component tests: adds what the tests’ DOM lacks, and a fresh browser for every test. */

// As in the browser tests, nothing is animated, so closed elements disappear at once.
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

// There is no layout, and Mantine hides menus whose button has no size, so every element gets one, in a window that has
// one too.
vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 20));
vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1440);
vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(900);

// Growing text fields wait for fonts.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

// The DOM doesn’t know <search>, and React warns of unknown elements.
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement' });

// Enough for a busy machine; only failing tests wait this long.
configure({ asyncUtilTimeout: 20_000 });

// As in the browser tests, an error reported by React or a broken page fails the test.
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
