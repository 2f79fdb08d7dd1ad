import { runCases } from './run-cases.ts';

runCases('over HTTP');
