/**
 * The tutorials, floating over the page (specification part 1, section 2.7). They stay open while a person goes on
 * working, so that a video can be followed step by step.
 */
import { t } from '@acacia/texts';
import '@acacia/ui/controls';
import { ActionIcon, Portal } from '@mantine/core';
import { IconArrowLeft, IconX } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { chapterOf, GETTING_STARTED, VIDEOS } from './chapters.ts';
import { ChapterList, TutorialList } from './lists.tsx';
import { above, atChapter, placeAt, type Place } from './place.ts';
import { Video } from './Video.tsx';
import classes from './tutorials.module.css';

interface TutorialsPanelProps {
  /** The chapter to begin with; undefined: that of the page. */
  readonly chapter: number | undefined;
  readonly onClose: () => void;
}

function titleOf(place: Place): string {
  if (place.level === 'chapters') return t`Tutorials`;
  if (place.level === 'chapter') return chapterOf(place.chapter).title;
  return VIDEOS.find(({ TutorialID }) => TutorialID === place.video)?.Title ?? '';
}

export default function TutorialsPanel({ chapter, onClose }: TutorialsPanelProps) {
  const router = useRouter();
  const [place, onGo] = useState(() =>
    chapter === undefined ? placeAt(router.state.location.pathname) : atChapter(chapter),
  );
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [place]);
  const up = above(place);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  return (
    <Portal>
      <div
        role="dialog"
        aria-labelledby={id}
        data-hide-chat
        data-large={(place.level === 'video' && place.video === GETTING_STARTED) || undefined}
        className={classes.panel}
        onKeyDown={onKeyDown}
      >
        <header className={classes.head}>
          {up !== null && (
            <ActionIcon size={32} aria-label="Back" onClick={() => onGo(up)}>
              <IconArrowLeft size={17} stroke={1.7} />
            </ActionIcon>
          )}
          <h2 id={id} ref={heading} tabIndex={-1} className={classes.title}>
            {titleOf(place)}
          </h2>
          <ActionIcon size={32} aria-label="Close tutorials" onClick={onClose}>
            <IconX size={17} stroke={1.7} />
          </ActionIcon>
        </header>
        <div className={classes.body}>
          {place.level === 'chapters' && <ChapterList onGo={onGo} />}
          {place.level === 'chapter' && <TutorialList chapter={chapterOf(place.chapter)} onGo={onGo} />}
          {place.level === 'video' && <Video key={place.video} id={place.video} onGo={onGo} />}
        </div>
      </div>
    </Portal>
  );
}
