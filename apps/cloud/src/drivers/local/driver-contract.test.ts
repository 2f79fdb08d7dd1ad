import { fileURLToPath } from 'node:url';
import { driverContract } from '../testing/driver-contract.ts';
import { createLocalHarness } from './testing/harness.ts';

const WORKSPACE = fileURLToPath(new URL('../../../../workspace/src/main.ts', import.meta.url));

driverContract('local', { data: true, replicas: true }, async () => createLocalHarness(WORKSPACE));
