import { driverContract } from '../drivers/testing/driver-contract.ts';
import { createMemoryDriver } from './memory-driver.ts';

driverContract('memory', { data: false, replicas: false }, async () => {
  const driver = createMemoryDriver();
  return { driver, close: () => driver.close() };
});
