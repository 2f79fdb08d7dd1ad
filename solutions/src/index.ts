export { solutionCatalog, solutionInChinese, solutionKit } from './kit.ts';
export type { SolutionKit, SolutionMeta } from './kit.ts';
export { graphSchema, installSteps, uninstallSteps } from './steps.ts';
export type { SolutionStep } from './steps.ts';
export { generateData } from './generate/generate-data.ts';
export type { GeneratedFile } from './generate/data-file.ts';
