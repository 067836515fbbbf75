import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ModelProblem } from './model-problem.ts';

/** The version that Sheaf was tried with; `npm run fetch-model` installs it. */
export const runtimePackage = 'onnxruntime-node@1.30.0';

/**
 * Where onnxruntime-node is: in node_modules beside the model or above it, where it survives an update of Sheaf, or
 * among Sheaf’s own packages. At 288 MB it is too large to be a dependency.
 */
export function findRuntime(folder: string): string {
  for (const from of [join(folder, 'model.onnx'), import.meta.filename])
    try {
      return createRequire(from).resolve('onnxruntime-node');
    } catch {}
  throw new ModelProblem('onnxruntime-node isn’t installed. `npm run fetch-model` installs it');
}
