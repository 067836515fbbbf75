import { type CredentialField, messages } from '@sheaf/contract';

/** Validates what can be checked without the server, as a Standard Schema (standardschema.dev). */
export function credentialRules(fields: readonly CredentialField[]) {
  const validate = (values: unknown) => {
    const issues = fields.flatMap((field) => {
      const message = problemOf(field, (values as Record<string, string>)[field.name] ?? '');
      return message ? [{ message, path: [field.name] }] : [];
    });
    return issues.length > 0 ? { issues } : { value: values };
  };
  return { '~standard': { version: 1 as const, vendor: 'sheaf', validate } };
}

function problemOf({ kind, required }: CredentialField, value: string): string | undefined {
  const typed = value.trim();
  if (typed === '') return required ? messages.required : undefined;
  return kind === 'number' && !/^\d+$/.test(typed) ? 'Must be a number' : undefined;
}
