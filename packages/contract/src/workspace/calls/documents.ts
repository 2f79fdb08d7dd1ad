/** Documents that pages of the console keep with the graph. */
import { GraphStyle, GraphStyleChange, StoredDocument } from '../graph-styles.ts';
import type { WorkspaceCalls } from './call.ts';

export const documentCalls = {
  'GET /api/graph-styles/global': {
    needs: 'READ_SCHEMA',
    about: 'Reads colours and icons of global types',
    results: GraphStyle,
  },
  'PUT /api/graph-styles/global': {
    needs: 'WRITE_SCHEMA',
    about: 'Saves colours and icons of global types',
    body: GraphStyle,
  },
  'PATCH /api/graph-styles/global': {
    needs: 'WRITE_SCHEMA',
    about: 'Sets members of the styles of global types, and takes away those that are null; the others stay',
    body: GraphStyleChange,
  },
  'DELETE /api/graph-styles/global': {
    needs: 'WRITE_SCHEMA',
    about: 'Deletes colours and icons of global types',
  },
  'GET /api/graph-styles/local/:graph': {
    needs: 'READ_SCHEMA',
    about: "Reads colours and icons of a graph's types",
    results: GraphStyle,
  },
  'PUT /api/graph-styles/local/:graph': {
    needs: 'WRITE_SCHEMA',
    about: "Saves colours and icons of a graph's types",
    body: GraphStyle,
  },
  'PATCH /api/graph-styles/local/:graph': {
    needs: 'WRITE_SCHEMA',
    about:
      "Sets members of the styles of a graph's types, and takes away those that are null; the others stay",
    body: GraphStyleChange,
  },
  'DELETE /api/graph-styles/local/:graph': {
    needs: 'WRITE_SCHEMA',
    about: "Deletes colours and icons of a graph's types",
  },
  'GET /api/loading-job-info/:graph': {
    needs: 'READ_LOADINGJOB',
    about: 'Reads what pages keep about loading jobs',
    results: StoredDocument,
  },
  'PUT /api/loading-job-info/:graph': {
    needs: 'WRITE_LOADINGJOB',
    about: 'Saves what pages keep about loading jobs',
    body: StoredDocument,
  },
  'PATCH /api/loading-job-info/:graph': {
    needs: 'WRITE_LOADINGJOB',
    about:
      'Puts members into what pages keep about loading jobs, and removes those that are null; the others stay',
    body: StoredDocument,
  },
  'DELETE /api/loading-job-info/:graph': {
    needs: 'WRITE_LOADINGJOB',
    about: 'Deletes what pages keep about loading jobs',
  },
  'GET /api/queries/:graph/drafts': {
    needs: 'READ_QUERY',
    about: 'Reads drafts of queries',
    results: StoredDocument,
  },
  'PUT /api/queries/:graph/drafts': {
    needs: 'CREATE_QUERY',
    about: 'Saves drafts of queries',
    body: StoredDocument,
  },
  'DELETE /api/queries/:graph/drafts': { needs: 'DROP_QUERY', about: 'Deletes drafts of queries' },
  'GET /api/exploration-results/:graph': {
    needs: 'READ_DATA',
    about: 'Reads saved explorations',
    results: StoredDocument,
  },
  'PUT /api/exploration-results/:graph': {
    needs: 'APP_ACCESS_DATA',
    about: 'Saves explorations',
    body: StoredDocument,
  },
  'DELETE /api/exploration-results/:graph': { needs: 'APP_ACCESS_DATA', about: 'Deletes saved explorations' },
} as const satisfies WorkspaceCalls;
