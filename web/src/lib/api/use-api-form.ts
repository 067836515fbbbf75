import { type FormErrors, schemaResolver, useForm } from '@mantine/form';
import { ApiError } from '@sheaf/contract';
import { useState } from 'react';

type Schema = Parameters<typeof schemaResolver>[0];

interface ApiForm<Values, Result> {
  /** The body of the call in the contract: form and server validate with the same rules. */
  schema: Schema;
  initialValues: Values;
  send(values: Values): Promise<Result>;
  done?(result: Result, values: Values): void;
}

/**
 * A form that is sent to one call. Fields are validated on blur and on submit; the server's error for a field is shown
 * until the field changes. The first field with an error gets the focus. `problem` is the server's error about the
 * whole form, until the form is sent again.
 */
export function useApiForm<Values extends Record<string, unknown>, Result>(options: ApiForm<Values, Result>) {
  const [problem, setProblem] = useState<string>();
  const [refused] = useState(() => new Map<string, { value: unknown; message: string }>());
  const check = schemaResolver(options.schema, { sync: true });

  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: options.initialValues,
    validateInputOnBlur: true,
    validate(values) {
      const errors: FormErrors = {};
      for (const [field, { value, message }] of refused) if (values[field] === value) errors[field] = message;
      return { ...errors, ...check(values) };
    },
  });

  const focusFirst = (errors: FormErrors) => {
    const wrong = Object.keys(errors).filter((path) => Boolean(errors[path]));
    const field = Object.keys(options.initialValues).find((name) => wrong.some((path) => path.split('.')[0] === name));
    if (field) form.getInputNode(field as never)?.focus();
  };

  const send = form.onSubmit(async (values) => {
    try {
      const result = await options.send(values);
      options.done?.(result, values);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (Object.keys(error.errors).length === 0) setProblem(error.message);
      for (const [field, [message]] of Object.entries(error.errors)) {
        if (message) refused.set(field, { value: values[field], message });
      }
      const errors = Object.fromEntries([...refused].map(([field, { message }]) => [field, message]));
      form.setErrors(errors);
      focusFirst(errors);
    }
  }, focusFirst);

  const submit = (event?: React.SyntheticEvent<HTMLFormElement>) => {
    refused.clear();
    setProblem(undefined);
    send(event);
  };

  return { form, submit, problem };
}
