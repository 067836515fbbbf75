/** The model can’t be used as it is. One sentence for the person who starts Sheaf: what was found, and what is expected. */
export class ModelProblem extends Error {
  override name = 'ModelProblem';
}
