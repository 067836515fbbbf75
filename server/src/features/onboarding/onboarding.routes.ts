import { contract } from '@sheaf/contract';
import { answer } from '../../http/route.ts';
import { progressOf, recordStep } from './progress.ts';

const { onboarding } = contract;

export const onboardingRoutes = [
  answer(onboarding.get, ({ viewer }, { db }) => progressOf(db, viewer)),
  answer(onboarding.record, ({ viewer, body }, { db }) => recordStep(db, viewer, body)),
];
