/** The chapters, and the videos and links of one. */
import { UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconExternalLink, IconPlayerPlayFilled } from '@tabler/icons-react';
import { CHAPTERS, type Chapter, type Tutorial } from './chapters.ts';
import { lengthOf } from './lengths.ts';
import { atChapter, atTutorial, type Place } from './place.ts';
import classes from './tutorials.module.css';

export function ChapterList({ onGo }: { readonly onGo: (place: Place) => void }) {
  return (
    <ul className={classes.list}>
      {CHAPTERS.map(({ id, title, abstract }) => (
        <li key={id}>
          <UnstyledButton className={classes.row} onClick={() => onGo(atChapter(id))}>
            <span className={classes.texts}>
              <span className={classes.name}>{title}</span>
              <span className={classes.description}>{abstract}</span>
            </span>
            <IconChevronRight size={17} stroke={1.6} className={classes.mark} aria-hidden="true" />
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

interface TutorialListProps {
  readonly chapter: Chapter;
  readonly onGo: (place: Place) => void;
}

export function TutorialList({ chapter, onGo }: TutorialListProps) {
  return (
    <>
      <p className={classes.abstract}>{chapter.abstract}</p>
      <ul className={classes.list}>
        {chapter.subChapters.map((item) => (
          <li key={item.TutorialID}>
            {item.Type === 'Video' ? (
              <UnstyledButton className={classes.row} onClick={() => onGo(atTutorial(item))}>
                <span className={classes.still} aria-hidden="true">
                  <img src={item.Url.replace(/webm$/, 'jpg')} alt="" loading="lazy" width={112} height={63} />
                  <span className={classes.play}>
                    <IconPlayerPlayFilled size={13} />
                  </span>
                </span>
                <Texts item={item} />
                <span className={classes.mark}>{lengthOf(item.TutorialID)}</span>
              </UnstyledButton>
            ) : (
              <a className={classes.row} href={item.Url} target="_blank" rel="noreferrer">
                <Texts item={item} />
                <IconExternalLink size={17} stroke={1.6} className={classes.mark} aria-hidden="true" />
              </a>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Texts({ item: { Title, Description } }: { readonly item: Tutorial }) {
  return (
    <span className={classes.texts}>
      <span className={classes.name}>{Title}</span>
      <span className={classes.description}>{Description}</span>
    </span>
  );
}
