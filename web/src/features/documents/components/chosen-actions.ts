/** What can be done with the chosen documents; what is missing cannot. */
export interface ChosenActions {
  share?(): void;
  labels(): void;
  collections(): void;
  switchCloud?(): void;
  download(): void;
  rename?(): void;
  move?(): void;
  remove?(): void;
}
