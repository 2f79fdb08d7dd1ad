import { driverContract } from '../testing/driver-contract.ts';
import { createLocalHarness } from './testing/harness.ts';
import { BUILT_WORKSPACE } from '../../testing/built-servers.ts';

driverContract('local', { data: true, replicas: true }, async () => createLocalHarness(BUILT_WORKSPACE));
