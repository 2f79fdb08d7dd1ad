import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { dialect } from './scripts/dialect.mjs';

/** Packages that may be imported from each place: imports run one way (docs/architecture.md). */
const ALLOWED = {
  'packages/base': [],
  'packages/inference': [],
  'packages/contract': ['base', 'inference'],
  'packages/language': ['base'],
  'packages/graph-view': [],
  'packages/ui': ['base'],
  'packages/charts': ['ui'],
  'packages/api-client': ['base', 'contract'],
  'packages/object-stores': [],
  'packages/passwords': ['base'],
  'packages/durable-files': [],
  'packages/engine': ['base', 'durable-files', 'inference', 'language', 'object-stores'],
  'packages/editor': ['language'],
  solutions: ['base', 'contract', 'language'],
  'apps/cloud': ['base', 'contract', 'durable-files', 'object-stores', 'passwords', 'solutions'],
  'apps/workspace': [
    'base',
    'contract',
    'durable-files',
    'engine',
    'inference',
    'language',
    'object-stores',
    'passwords',
  ],
  'apps/console': ['base', 'contract', 'api-client', 'language', 'editor', 'graph-view', 'ui', 'charts'],
};
const PACKAGES = [
  'base',
  'contract',
  'api-client',
  'language',
  'engine',
  'inference',
  'object-stores',
  'passwords',
  'durable-files',
  'editor',
  'graph-view',
  'ui',
  'charts',
  'solutions',
  'cloud',
  'console',
  'workspace',
];
/** Code that runs in the browser as well. */
const BROWSER = [
  'packages/base',
  'packages/contract',
  'packages/language',
  'packages/graph-view',
  'packages/ui',
  'packages/charts',
  'packages/api-client',
  'packages/editor',
  'apps/console',
];

const importRules = Object.entries(ALLOWED).map(([folder, allowed]) => ({
  files: [`${folder}/src/**/*.{ts,tsx}`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: `^@acacia/(?!(${[...allowed, '$'].join('|')})($|/))`,
            message: `${folder} may import only: ${allowed.join(', ') || 'no other package'} (docs/architecture.md).`,
          },
          { regex: `^(\\.\\./)+(packages|apps)/`, message: 'Import another package by its name.' },
          { regex: `^(\\.\\./)+(${PACKAGES.join('|')})/src`, message: 'Import another package by its name.' },
        ],
      },
    ],
  },
}));

const browserRules = {
  files: BROWSER.map((folder) => `${folder}/src/**/*.{ts,tsx}`),
  ignores: ['**/*.test.ts', '**/*.test.tsx'],
  rules: {
    'no-restricted-globals': ['error', 'process', 'Buffer', '__dirname'],
  },
};

/** One look: numbers and times are written by packages/ui/src/format.ts; one picker for each thing that is picked. */
const TITLE_CASE =
  '/^\\s*[A-Z][a-z-]+( [a-z-]+)* (?!(Acacia|TigerGraph|Google|Azure|Amazon|Active|Monday|Friday)\\b)[A-Z][a-z]/';
const SENTENCE_CASE = 'Labels, headings and buttons are written in sentence case.';
const lookRules = {
  files: ['packages/{ui,charts,graph-view,editor}/src/**/*.{ts,tsx}', 'apps/console/src/**/*.{ts,tsx}'],
  ignores: ['packages/ui/src/format.ts', 'packages/ui/src/format-instants.ts', '**/*.test.{ts,tsx}'],
  rules: {
    'no-restricted-syntax': [
      'error',
      {
        selector:
          'MemberExpression[property.name=/^(toFixed|toPrecision|toExponential|toLocale(Date|Time)?String|to(Date|Time|UTC)String)$/]',
        message: 'Write numbers and times with a format of @acacia/ui (packages/ui/src/format.ts).',
      },
      {
        selector: 'NewExpression[callee.object.name="Intl"][callee.property.name!="Collator"]',
        message: 'A format belongs into packages/ui/src/format.ts.',
      },
      {
        selector:
          'JSXOpeningElement[name.name=/Select$/] > JSXAttribute[name.name=/^(aria-)?label$/][value.value=/^(Graph|Workspace)$/]',
        message: 'Graphs are chosen by GraphPicker, workspaces by WorkspacePicker (apps/console/src/shell).',
      },
      { selector: `JSXText[value=${TITLE_CASE}]`, message: SENTENCE_CASE },
      {
        selector: `JSXAttribute[name.name=/^(label|title|placeholder|header|confirmLabel|aria-label)$/] > Literal[value=${TITLE_CASE}]`,
        message: SENTENCE_CASE,
      },
      {
        selector: `Property[key.name=/^(label|title|header)$/] > Literal[value=${TITLE_CASE}]`,
        message: SENTENCE_CASE,
      },
    ],
  },
};

/** Errors come from the catalogues (docs/adr/0041-one-catalogue-of-errors.md). */
const errorRules = {
  files: ['apps/{cloud,workspace}/src/**/*.ts'],
  ignores: ['apps/{cloud,workspace}/src/errors/problem.ts', '**/*.test.ts'],
  rules: {
    'no-restricted-syntax': [
      'error',
      {
        selector: 'NewExpression[callee.name="Problem"]',
        message: 'Throw an error of the catalogue: problem(…), or badField(…) in the cloud.',
      },
    ],
  },
};

/** What the language says of a text comes from its catalogue as well: only the catalogue has codes and messages. */
const diagnosticRules = {
  files: ['packages/language/src/**/*.ts'],
  ignores: ['packages/language/src/gsql/diagnostics/*.ts', '**/*.test.ts'],
  rules: {
    'no-restricted-syntax': [
      'error',
      {
        selector:
          'Literal[value=/^(SYN|SEM|TYP|ADV)-[0-9]+$/], ObjectExpression:has(> Property[key.name="code"]):has(> Property[key.name="message"])',
        message: 'Report a row of the catalogue: finding(…) of packages/language/src/gsql/diagnostics.',
      },
    ],
  },
};

/** SQL is made by packages/engine/src/sql.ts alone, and run by connections that take nothing else. */
const SQL_SYNTAX = [
  {
    selector: 'TSAsExpression > TSTypeReference[typeName.name="Sql"]',
    message: 'Make SQL with sql`…`, literal(…) or id(…).',
  },
  {
    selector: 'CallExpression[callee.property.name="connect"][callee.object.name=/instance/i]',
    message: 'Use connect(…) of storage/connection.ts.',
  },
  {
    selector: 'CallExpression[callee.property.name="connect"][callee.object.property.name=/instance/i]',
    message: 'Use connect(…) of storage/connection.ts.',
  },
];
/** Errors of the engine come from its catalogue. */
const ENGINE_ERROR_SYNTAX = {
  selector: 'NewExpression[callee.name="EngineError"]',
  message: 'Throw an error of the catalogue: engineError(…) of packages/engine/src/errors.',
};
const engineRules = [
  {
    files: ['packages/engine/src/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', ...SQL_SYNTAX, ENGINE_ERROR_SYNTAX] },
  },
  {
    files: ['packages/engine/src/sql.ts', 'packages/engine/src/storage/connection.ts'],
    rules: { 'no-restricted-syntax': ['error', ENGINE_ERROR_SYNTAX] },
  },
  {
    files: ['packages/engine/src/errors/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...SQL_SYNTAX] },
  },
];

export default tseslint.config(
  { ignores: ['**/node_modules', '**/dist', '.cache', '.acacia', '**/generated'] },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.js'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      'no-console': 'error',
      eqeqeq: 'error',
      'no-empty': ['error', { allowEmptyCatch: false }],
    },
  },
  {
    files: [
      '**/*.tsx',
      'apps/console/src/**/*.ts',
      'packages/ui/src/**/*.ts',
      'packages/graph-view/src/**/*.ts',
    ],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { dialect },
    rules: { 'dialect/private-members': 'error' },
  },
  {
    files: ['**/*.{ts,tsx}'],
    rules: { 'dialect/declared-functions': 'error' },
  },
  {
    files: ['{apps,packages}/*/src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}', '**/testing/**'],
    rules: { 'dialect/throws-tags': 'error' },
  },
  ...importRules,
  browserRules,
  lookRules,
  errorRules,
  diagnosticRules,
  ...engineRules,
  {
    files: ['**/*.js', '**/*.mjs', 'scripts/**'],
    ...tseslint.configs.disableTypeChecked,
  },
  {
    files: [
      'scripts/**',
      '**/*.mjs',
      'apps/*/src/main.ts',
      'apps/cloud/src/token.ts',
      'apps/cloud/src/audit-verify.ts',
      'apps/cloud/src/restore-drill.ts',
      'bench/**',
      'tests/**',
    ],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        fetch: 'readonly',
      },
    },
    rules: { 'no-console': 'off' },
  },
);
