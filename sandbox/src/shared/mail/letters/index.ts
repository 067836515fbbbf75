import type { Conversation } from '../conversation.ts';
import { aboutMoney } from './about-money.ts';
import { aboutWork } from './about-work.ts';
import { firstMonths } from './first-months.ts';

/** All mail of the studio. */
export const conversations: readonly Conversation[] = [...firstMonths, ...aboutMoney, ...aboutWork];
