/** The chapters of the tutorials, which open beside the page (specification part 1, sections 2.4 and 2.7). */
import { Heading } from '@acacia/ui';
import { UnstyledButton } from '@mantine/core';
import {
  IconBinaryTree2,
  IconCode,
  IconDatabaseImport,
  IconPlayerPlay,
  IconServer2,
  type Icon,
} from '@tabler/icons-react';
import { CHAPTERS } from '../../shell/tutorials/chapters.ts';
import { useOpenTutorials } from '../../shell/tutorials/open-tutorials.ts';
import classes from './AddonsGrid.module.css';

/** By the id of the chapter. */
const ICONS: Readonly<Record<number, Icon>> = {
  1: IconServer2,
  2: IconDatabaseImport,
  3: IconCode,
  4: IconBinaryTree2,
};

export default function TutorialChapters() {
  const open = useOpenTutorials();
  return (
    <section aria-label="Tutorials">
      <Heading>Tutorials</Heading>
      <ul className={classes.grid}>
        {CHAPTERS.map(({ id, title, abstract }) => {
          const ChapterIcon = ICONS[id] ?? IconPlayerPlay;
          return (
            <li key={id}>
              <UnstyledButton className={classes.addon} onClick={() => open(id)}>
                <span className={classes.icon} aria-hidden="true">
                  <ChapterIcon size={18} stroke={1.6} />
                </span>
                <span>
                  <span className={classes.title}>{title}</span>
                  <span className={classes.description}>{abstract}</span>
                </span>
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
