import { z } from 'zod';
import { limits } from './limits.ts';

/** The messages of the forms, verbatim. Form and server share them through these schemas. */
export const messages = {
  required: 'This is required',
  email: 'Must be a valid email',
  tooShort: 'Too short',
  tooLong: 'Too long',
  mismatch: "Don't match",
  nameTooShort: 'Name length must be more than 3',
  codeLength: 'Length must be 6',
  characters: 'Contains characters that can’t be stored',
} as const;

/** Text that PostgreSQL can store: no NUL, no half of a surrogate pair. */
export function text(max: number) {
  return z
    .string({ error: messages.required })
    .max(max, messages.tooLong)
    .refine((value) => !value.includes('\0') && value.isWellFormed(), messages.characters);
}

export const required = (max: number) => text(max).trim().min(1, messages.required);

/** On one line, because names occur in mail subjects. */
export const name = required(limits.nameMax)
  .min(limits.nameMin, messages.nameTooShort)
  .refine((value) => !/\p{Cc}/u.test(value), messages.characters);

export const email = required(limits.emailMax).toLowerCase().pipe(z.email(messages.email));

export const password = text(limits.passwordMax).min(1, messages.required).min(limits.passwordMin, messages.tooShort);

export const code = required(64).length(limits.codeLength, messages.codeLength);

export const id = z.uuid('Must be a valid id');

/** The source's name for a file or folder, verbatim: if it is a path, spaces at its ends belong to it. */
export const remoteId = text(16_384).min(1, messages.required);

export const timestamp = z.iso.datetime();

/** For objects with password and password_confirmation; the error belongs to the confirmation. */
export function passwordsMatch<T extends z.ZodObject>(schema: T): T {
  return schema.refine(
    (value) => (value as Record<string, unknown>).password === (value as Record<string, unknown>).password_confirmation,
    { error: messages.mismatch, path: ['password_confirmation'], when: () => true },
  );
}

export const success = z.object({ success: z.literal(true) });
