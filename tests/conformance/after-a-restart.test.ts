import { runCases } from './run-cases.ts';

runCases('after a restart');
