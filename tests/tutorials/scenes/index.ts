/** All scenes, in the order in which they are recorded: the first ones make what later ones use. */
import { apiScene } from './api.ts';
import { editorScene } from './editor.ts';
import { gettingStartedScene } from './getting-started.ts';
import { loadFileScene, loadStoreScene } from './loading.ts';
import { monitorScene } from './monitor.ts';
import { patternScene } from './pattern.ts';
import { profileScene } from './profile.ts';
import type { Scene } from './scene.ts';
import { createScene, readOnlyScene } from './workspaces.ts';

export const SCENES: readonly Scene[] = [
  createScene,
  loadFileScene,
  loadStoreScene,
  editorScene,
  patternScene,
  apiScene,
  profileScene,
  monitorScene,
  gettingStartedScene,
  readOnlyScene,
];
