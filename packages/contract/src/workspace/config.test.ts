import { describe, expect, it } from 'vitest';
import { CONFIG_SETTINGS, configFault, configSetting } from './config.ts';

describe('settings of a workspace', () => {
  it('have keys of their own, defaults that are valid, and twins that exist', () => {
    const keys = CONFIG_SETTINGS.map((setting) => setting.key);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { key } of CONFIG_SETTINGS) {
      const setting = configSetting(key);
      if (setting === undefined) throw new Error(`${key} is not found`);
      expect(configFault(setting, setting.default), key).toBeNull();
      if (setting.twinOf === undefined) continue;
      const { default: value, min, max } = configSetting(setting.twinOf) ?? setting;
      expect({ value, min, max }).toEqual({ value: setting.default, min: setting.min, max: setting.max });
    }
    expect(configSetting('No.Such')).toBeUndefined();
  });

  it.each([
    ['RESTPP.Factory.DefaultQueryTimeoutSec', '', 'Default query timeout is required.'],
    ['RESTPP.Factory.DefaultQueryTimeoutSec', '0', 'must be a whole number from 1 to 86400'],
    ['RESTPP.Factory.DefaultQueryTimeoutSec', '1.5', 'must be a whole number'],
    ['RESTPP.Factory.DefaultQueryTimeoutSec', '16', null],
    ['RESTPP.Factory.QueryMemoryLimitMB', '-1', 'from 0 to'],
    ['Nginx.ClientMaxBodySize', '1025', 'from 1 to 1024'],
    ['KafkaConnect.AllowedTaskPerCPU', '0.5', null],
    ['KafkaConnect.AllowedTaskPerCPU', '0.4', 'must be a number from 0.5 to 10'],
    ['KafkaConnect.AllowedTaskPerCPU', '1e1', 'must be a number'],
    ['GSQL.GithubUrl', '', null],
    ['GSQL.GithubUrl', 'https://example.com\nx', 'one line'],
    ['Security.JWT.HMAC.Secret', 'x'.repeat(31), 'at least 32 characters'],
    ['Security.JWT.HMAC.Secret', '', null],
    ['GSQL.GithubUserAcessToken', 'x'.repeat(1001), 'at most 1000 characters'],
  ] as const)('%s = %j: %s', (key, value, fault) => {
    const setting = configSetting(key);
    if (setting === undefined) throw new Error(`${key} is not found`);
    if (fault === null) expect(configFault(setting, value)).toBeNull();
    else expect(configFault(setting, value)).toContain(fault);
  });
});
