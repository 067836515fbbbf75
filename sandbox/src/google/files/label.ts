/** What a field of a label holds, by the name Google gives its values. */
export type LabelValueType = 'dateString' | 'integer' | 'selection' | 'text' | 'user';

/** A label as its maker defined it: the types of its fields by their ids. */
export interface Label {
  id: string;
  fields: Readonly<Record<string, LabelValueType>>;
}

/** A label on a file, with the values of its fields; users by their email addresses. */
export interface AppliedLabel {
  id: string;
  revision: number;
  values: Readonly<Record<string, readonly string[]>>;
}
