/** One program in several languages, to be copied (specification part 4, section 2, "Run Query / Run API dialog"). */
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { CopyTextButton } from './CopyTextButton.tsx';
import classes from './parameters.module.css';
import { SNIPPET_LANGUAGES, type SnippetLanguage } from './snippets.ts';

interface ProgramsProps {
  readonly render: (language: SnippetLanguage) => string;
}

export function Programs({ render }: ProgramsProps) {
  const [language, setLanguage] = useState<SnippetLanguage>('cURL');
  const code = render(language);
  return (
    <>
      <div className={classes.languages}>
        <SegmentedControl
          size="xs"
          aria-label="Language"
          value={language}
          onChange={(value) => setLanguage(value)}
          data={[...SNIPPET_LANGUAGES]}
        />
        <CopyTextButton size="compact-sm" value={code} failure="Failed to copy the program to clipboard" />
      </div>
      <div className={classes.code}>
        <pre tabIndex={0} aria-label={`${language} code`}>
          {code}
        </pre>
      </div>
      <p className={classes.note}>
        The token is a database token: <code>$TOKEN</code> in the shell, <code>token</code> elsewhere.
      </p>
    </>
  );
}
