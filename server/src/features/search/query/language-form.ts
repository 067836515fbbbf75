/** The form of a search for passages of some languages. */
export interface LanguageForm {
  /** Null: for passages of all other languages, and of unknown ones. */
  languages: readonly string[] | null;
  /** A tsquery; empty if all words are stop words in the language. */
  text: string;
}

/** The form for passages of this language. */
export const formFor = <Form extends Pick<LanguageForm, 'languages'>>(
  forms: readonly Form[],
  language: string | null,
): Form =>
  forms.find(({ languages }) => language !== null && languages?.includes(language)) ??
  forms.find(({ languages }) => languages === null)!;
