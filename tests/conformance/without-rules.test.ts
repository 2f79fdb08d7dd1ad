import { runCases } from './run-cases.ts';

runCases("without the planner's rules");
