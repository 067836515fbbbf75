/** The model couldn’t be downloaded. The message is a sentence or two for the operator. */
export class FetchProblem extends Error {
  override name = 'FetchProblem';
}
