/** "What may they do?": an action and a place, and the grant that allows it. */
import { t } from '@acacia/texts';
import { cloudApi, isOfPeople, type RoleGrant, type Workgroup } from '@acacia/contract';
import { NativeSelect, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import classes from './users.module.css';
import { doings, places, whyText } from './why.ts';

interface WhyProps {
  readonly of: 'person' | 'apiKey';
  readonly grants: readonly RoleGrant[];
  readonly groups: readonly Workgroup[];
}

const DOINGS = {
  person: doings(cloudApi),
  apiKey: doings(Object.fromEntries(Object.entries(cloudApi).filter(([, route]) => !isOfPeople(route)))),
};

export function Why({ of, grants, groups }: WhyProps) {
  const [label, setLabel] = useState('');
  const [key, setKey] = useState('');
  const all = useMemo(() => places(groups), [groups]);
  const doing = DOINGS[of].find((each) => each.label === label);
  const where = all.find((each) => each.key === key) ?? all[0];
  return (
    <details className={classes.why}>
      <summary>
        {of === 'person' ? 'What may this person do, and why?' : 'What may this key do, and why?'}
      </summary>
      <div className={classes.head}>
        <NativeSelect
          size="xs"
          label="Action"
          value={label}
          data={[{ value: '', label: t`Choose an action` }, ...DOINGS[of].map((each) => each.label)]}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        <NativeSelect
          size="xs"
          label="Place"
          value={key}
          data={all.map((each) => ({ value: each.key, label: each.name }))}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
      </div>
      <Text size="sm" mt="xs" role="status">
        {doing === undefined || where === undefined ? '' : whyText(grants, doing, where, all)}
      </Text>
    </details>
  );
}
