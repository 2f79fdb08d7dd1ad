/** One video with its captions, what it shows, its steps, and the videos beside it. */
import { language, LANGUAGES } from '@acacia/texts';
import { Notice } from '@acacia/ui';
import { Button, UnstyledButton } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { useRef, useState, type Ref } from 'react';
import { VIDEOS, type Tutorial } from './chapters.ts';
import { clock } from './lengths.ts';
import { atTutorial, type Place } from './place.ts';
import classes from './tutorials.module.css';

interface VideoProps {
  readonly id: number;
  readonly onGo: (place: Place) => void;
}

interface Step {
  readonly at: number;
  readonly text: string;
}

export function Video({ id, onGo }: VideoProps) {
  const at = VIDEOS.findIndex(({ TutorialID }) => TutorialID === id);
  const item = VIDEOS[at];
  /** Number of the present attempt to load it. */
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const player = useRef<HTMLVideoElement>(null);
  if (item === undefined) return null;
  const again = (): void => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  const goTo = (seconds: number): void => {
    if (player.current !== null) player.current.currentTime = seconds;
  };
  return (
    <>
      {failed ? (
        <Notice
          tone="negative"
          action={
            <Button size="xs" variant="default" onClick={again}>
              Try again
            </Button>
          }
        >
          The video could not be loaded. Check that the server can be reached.
        </Notice>
      ) : (
        <Player key={attempt} ref={player} item={item} onFailed={() => setFailed(true)} onSteps={setSteps} />
      )}
      <p className={classes.abstract}>{item.Description}</p>
      {steps.length > 0 && (
        <ol className={classes.steps} aria-label="Steps">
          {steps.map((step) => (
            <li key={step.at}>
              <UnstyledButton className={classes.step} onClick={() => goTo(step.at)}>
                <span className={classes.time}>{clock(step.at)}</span>
                <span>{step.text}</span>
              </UnstyledButton>
            </li>
          ))}
        </ol>
      )}
      <Beside before={VIDEOS[at - 1]} after={VIDEOS[at + 1]} onGo={onGo} />
    </>
  );
}

/** Endings of the files of captions by their language. */
const CAPTIONS = { en: 'vtt', zh: 'zh.vtt' } as const;

interface PlayerProps {
  readonly ref: Ref<HTMLVideoElement>;
  readonly item: Tutorial;
  readonly onFailed: () => void;
  readonly onSteps: (steps: readonly Step[]) => void;
}

/** Captions are shown unless they are turned off, and give the steps. */
function Player({ ref, item: { Title, Url }, onFailed, onSteps }: PlayerProps) {
  const still = useReducedMotion();
  const beside = (ending: string): string => Url.replace(/webm$/, ending);
  // React does not listen to the event for this element.
  const read = (track: HTMLTrackElement) => {
    const tell = (): void => onSteps(stepsOf(track.track));
    track.addEventListener('load', tell);
    return () => track.removeEventListener('load', tell);
  };
  return (
    <video
      ref={ref}
      className={classes.video}
      aria-label={Title}
      controls
      autoPlay={!still}
      muted
      playsInline
      preload="metadata"
      src={Url}
      poster={beside('jpg')}
      onError={onFailed}
    >
      <track
        kind="captions"
        srcLang={language}
        label={LANGUAGES[language]}
        default
        src={beside(CAPTIONS[language])}
        ref={read}
      />
    </video>
  );
}

const stepsOf = ({ cues }: TextTrack): readonly Step[] =>
  [...(cues ?? [])].flatMap((cue) =>
    cue instanceof VTTCue ? [{ at: cue.startTime, text: cue.text.replace(/\s+/g, ' ') }] : [],
  );

interface BesideProps {
  readonly before: Tutorial | undefined;
  readonly after: Tutorial | undefined;
  readonly onGo: (place: Place) => void;
}

function Beside({ before, after, onGo }: BesideProps) {
  return (
    <nav className={classes.beside} aria-label="Other videos">
      {before !== undefined && (
        <UnstyledButton
          className={classes.other}
          aria-label={`Previous: ${before.Title}`}
          onClick={() => onGo(atTutorial(before))}
        >
          <IconArrowLeft size={15} stroke={1.7} aria-hidden="true" />
          {before.Title}
        </UnstyledButton>
      )}
      {after !== undefined && (
        <UnstyledButton
          className={classes.other}
          data-after
          aria-label={`Next: ${after.Title}`}
          onClick={() => onGo(atTutorial(after))}
        >
          {after.Title}
          <IconArrowRight size={15} stroke={1.7} aria-hidden="true" />
        </UnstyledButton>
      )}
    </nav>
  );
}
