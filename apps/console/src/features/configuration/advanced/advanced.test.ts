import { describe, expect, it } from 'vitest';
import { aWorkspace } from '../../../testing/records.ts';
import { changeOf, valuesOf, windowText } from './advanced.ts';

describe('changeOf', () => {
  const workspace = aWorkspace();

  it('sends nothing while nothing differs', () => {
    expect(changeOf(workspace, valuesOf(workspace))).toEqual({});
  });

  it('sends only what differs, under the names of the API', () => {
    const values = { ...valuesOf(workspace), minutes: '30', resumes: false, size: 'TG-0', ha: true };
    expect(changeOf(workspace, values)).toEqual({
      auto_stop_minutes: 30,
      enable_auto_start: false,
      workspace_type_name: 'TG-0',
      enable_ha: true,
    });
  });

  it('turns suspension off with 0, and proposes ten minutes where it is off', () => {
    expect(changeOf(workspace, { ...valuesOf(workspace), suspends: false })).toEqual({
      auto_stop_minutes: 0,
    });
    expect(valuesOf(aWorkspace({ auto_stop_minutes: 0 }))).toMatchObject({ suspends: false, minutes: 10 });
  });

  it('sends the window only while there is one', () => {
    const window = { day: 3, hour: 22, timeZone: 'Europe/Berlin' };
    expect(changeOf(workspace, { ...valuesOf(workspace), ...window })).toEqual({
      maintenance_window_day_of_week: 3,
      maintenance_window_hour_of_day: 22,
      maintenance_window_time_zone: 'Europe/Berlin',
    });
    expect(changeOf(workspace, { ...valuesOf(workspace), ...window, upgrades: false })).toEqual({
      update_strategy: 'update_strategy_never',
    });
  });
});

it('writes windows of two hours around the clock', () => {
  expect([0, 9, 22, 23].map(windowText)).toEqual([
    '00:00 - 02:00',
    '09:00 - 11:00',
    '22:00 - 00:00',
    '23:00 - 01:00',
  ]);
});
