/** Where a person is in the tutorials: chapters, one chapter, or one video. */
import { chapterAt, chapterOf, GETTING_STARTED, type Tutorial } from './chapters.ts';

export type Place =
  | { readonly level: 'chapters' }
  | { readonly level: 'chapter'; readonly chapter: number }
  | { readonly level: 'video'; readonly video: number };

/** Getting started is its video. */
export const atChapter = (chapter: number): Place =>
  chapter === GETTING_STARTED ? atVideo(GETTING_STARTED) : { level: 'chapter', chapter };

const atVideo = (video: number): Place => ({ level: 'video', video });

export const atTutorial = ({ TutorialID }: Tutorial): Place => atVideo(TutorialID);

/** Where the tutorials open on a page. */
export function placeAt(pathname: string): Place {
  const chapter = chapterAt(pathname);
  return chapter === undefined ? { level: 'chapters' } : atChapter(chapter.id);
}

/** One level up; null at the top. */
export function above(place: Place): Place | null {
  if (place.level === 'chapters') return null;
  if (place.level === 'chapter' || place.video === GETTING_STARTED) return { level: 'chapters' };
  return atChapter(chapterOf(place.video).id);
}
