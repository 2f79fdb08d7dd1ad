import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Packages that may be imported from each place: imports run one way (docs/architecture.md). */
const ALLOWED = {
  'packages/contract': [],
  'packages/language': [],
  'packages/graph-view': [],
  'packages/ui': [],
  'packages/charts': ['ui'],
  'packages/api-client': ['contract'],
  'packages/object-stores': [],
  'packages/passwords': [],
  'packages/durable-files': [],
  'packages/engine': ['durable-files', 'language', 'object-stores'],
  'packages/editor': ['language'],
  solutions: ['contract', 'language'],
  'apps/cloud': ['contract', 'durable-files', 'object-stores', 'passwords', 'solutions'],
  'apps/workspace': ['contract', 'durable-files', 'engine', 'language', 'object-stores', 'passwords'],
  'apps/console': ['contract', 'api-client', 'language', 'editor', 'graph-view', 'ui', 'charts'],
};
const PACKAGES = [
  'contract',
  'api-client',
  'language',
  'engine',
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
  ...importRules,
  browserRules,
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
