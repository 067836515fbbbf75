/** What is looked for in passages of some languages. */
export interface LanguageForm {
  /** Null: in passages of all others, and of those whose language is unknown. */
  languages: readonly string[] | null;
  /** tsquery; empty where the language takes every word for one that says nothing. */
  text: string;
}

/** What a passage of this language is looked for by. */
export const formFor = <Form extends Pick<LanguageForm, 'languages'>>(
  forms: readonly Form[],
  language: string | null,
): Form =>
  forms.find(({ languages }) => language !== null && languages?.includes(language)) ??
  forms.find(({ languages }) => languages === null)!;
