import { expect, it } from 'vitest';
import { loadsRemote, withoutRemote } from './remote-styles.ts';

it('takes out of styles what they fetch from elsewhere', () => {
  const style =
    "color:red; background: url('https://spy.example/1.gif') no-repeat; @import '//spy.example/x.css'; top:1px";
  expect(loadsRemote(style)).toBe(true);
  expect(withoutRemote(style)).toBe('color:red; background: none no-repeat;  top:1px');
  expect(loadsRemote('background:url(data:image/png;base64,AA)')).toBe(false);
});
