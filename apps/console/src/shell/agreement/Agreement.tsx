/** The user agreement: its two texts under tabs, and its version. */
import { TERMS_VERSION } from '@acacia/contract';
import { Tabs } from '@mantine/core';
import { useOrganization } from '../../data/me.ts';
import classes from './Agreement.module.css';
import { AGREEMENT } from './texts.ts';

export function Agreement() {
  const support = useOrganization().data?.support_email;
  return (
    <Tabs defaultValue="terms">
      <Tabs.List>
        {AGREEMENT.map(({ value, name }) => (
          <Tabs.Tab key={value} value={value}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {AGREEMENT.map(({ value, name, sections }) => (
        <Tabs.Panel key={value} value={value}>
          <div className={classes.text} role="region" aria-label={name} tabIndex={0}>
            {sections.map(({ title, paragraphs }) => (
              <section key={title}>
                <h2>{title}</h2>
                {paragraphs.map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </section>
            ))}
            {support !== undefined && (
              <p>
                The operator can be reached at <a href={`mailto:${support}`}>{support}</a>.
              </p>
            )}
            <p className={classes.version}>Version {TERMS_VERSION}</p>
          </div>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
