/** The model couldn’t be fetched. A sentence or two for the person who asked for it. */
export class FetchProblem extends Error {
  override name = 'FetchProblem';
}
