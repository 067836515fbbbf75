/** What a name may be at a source. */
export interface NameRules {
  /** Characters that are refused, as a RegExp source for one character: `[/\\\\\\0]`. */
  forbidden: string;
  /** Names that are refused whole, lower case. */
  reserved: readonly string[];
  caseInsensitive: boolean;
  /** Refused at the end: spaces, dots. */
  trailing: string;
  /** Refused at the beginning. */
  leading: string;
  maxLength: { unit: 'characters' | 'bytes'; most: number };
}
