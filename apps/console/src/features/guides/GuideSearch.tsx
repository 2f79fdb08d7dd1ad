/** The field that searches all guides, with what was found below it. */
import { CloseButton, Popover, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { searchGuides } from './search.ts';
import classes from './GuideSearch.module.css';

export function GuideSearch() {
  const [words, setWords] = useState('');
  const wanted = words.trim();
  const found = wanted === '' ? [] : searchGuides(wanted);
  const leave = (): void => setWords('');
  return (
    <Popover opened={wanted !== ''} onDismiss={leave} position="bottom-start" width={440} trapFocus={false}>
      <Popover.Target>
        <TextInput
          className={classes.field}
          aria-label="Search the guides"
          placeholder="Search"
          size="xs"
          leftSection={<IconSearch size={14} stroke={1.7} />}
          rightSection={words !== '' && <CloseButton size="xs" aria-label="Clear search" onClick={leave} />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </Popover.Target>
      <Popover.Dropdown className={classes.found}>
        <p role="status" className={classes.count}>
          {found.length === 0 ? `Nothing about '${wanted}' in the guides.` : `${found.length} found`}
        </p>
        <ul className={classes.list}>
          {found.map(({ guide, guideTitle, heading, anchor, excerpt }) => (
            <li key={`${guide}#${anchor}`}>
              <Link
                to="/guides/$guide"
                params={{ guide }}
                hash={anchor}
                className={classes.hit}
                onClick={leave}
              >
                <strong>{heading === '' ? guideTitle : `${guideTitle} › ${heading}`}</strong>
                <span className={classes.excerpt}>{excerpt}</span>
              </Link>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
