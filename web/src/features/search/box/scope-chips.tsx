import classes from './scope-chips.module.css';

export interface SearchScope {
  /** The value in the address; undefined for the current place. */
  value: string | undefined;
  name: string;
}

export interface SearchScopes {
  /** From the narrowest to the widest; empty if only everything can be searched. */
  options: readonly SearchScope[];
  chosen: string | undefined;
  onChoose(value: string | undefined): void;
}

/** The places to search, each as a button. */
export function ScopeChips({ options, chosen, onChoose }: SearchScopes) {
  if (options.length === 0) return null;
  const known = options.some(({ value }) => value === chosen) ? chosen : undefined;
  return (
    <fieldset className={`wrap gap-6 shrinkable flush ${classes.chips}`} aria-label="Search in">
      {options.map(({ value, name }) => (
        <button
          key={name}
          type="button"
          className={`ellipsis hoverable ${classes.chip}`}
          aria-pressed={value === known}
          // Keeps the focus in the field while suggestions are open.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(value)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
