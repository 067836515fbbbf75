import { AppError } from '../../errors.ts';

/** Unknown, revoked, expired, turned off, or beside what was linked: visitors never learn which. */
export const notAvailable = () => new AppError('not_found', 'This link isn’t available.');
