import { connect } from './connect.ts';
import { authenticateIntent } from './intents.ts';
import type { Confirmation, FromFrame } from './messages.ts';

/** The bank’s authentication dialog. Its buttons are disabled until the intent is known. */
const buttons = [...document.querySelectorAll('button')];
let wanted: { id: number; confirmation: Confirmation } | null = null;
let say: (message: FromFrame) => void = () => {};

async function decide(outcome: 'complete' | 'fail'): Promise<void> {
  if (!wanted) return;
  const { id, confirmation } = wanted;
  wanted = null;
  for (const button of buttons) button.disabled = true;
  say({ say: 'answer', id, answer: await authenticateIntent(confirmation, outcome) });
}

for (const button of buttons) button.addEventListener('click', () => void decide(button.value as 'complete' | 'fail'));
window.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') void decide('fail');
});

say = await connect((message) => {
  if (message.say !== 'authenticate') return;
  wanted = message;
  for (const button of buttons) button.disabled = false;
  buttons[0]?.focus();
});
say({ say: 'ready', height: 0 });
