/** Types and lint rules of the whole repository, by one program: `npm run lint` (docs/adr/0067-types-and-rules-by-native-tools.md). */
import { defineConfig, type OxlintOverride } from 'oxlint';

/** Packages that may be imported from each place: imports run one way (docs/architecture.md). */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'packages/base': [],
  'packages/inference': [],
  'packages/contract': ['base', 'inference'],
  'packages/language': ['base'],
  'packages/texts': [],
  'packages/graph-view': ['texts'],
  'packages/ui': ['base', 'texts'],
  'packages/charts': ['texts', 'ui'],
  'packages/api-client': ['base', 'contract'],
  'packages/object-stores': ['base'],
  'packages/passwords': ['base'],
  'packages/durable-files': [],
  'packages/engine': ['base', 'durable-files', 'inference', 'language', 'object-stores'],
  'packages/editor': ['base', 'language', 'texts'],
  solutions: ['base', 'contract', 'language'],
  'apps/cloud': ['base', 'contract', 'durable-files', 'object-stores', 'passwords', 'solutions', 'texts'],
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
  'apps/cli': ['base', 'contract', 'api-client', 'durable-files'],
  'apps/console': [
    'base',
    'contract',
    'api-client',
    'language',
    'editor',
    'graph-view',
    'texts',
    'ui',
    'charts',
  ],
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
  'texts',
  'ui',
  'charts',
  'solutions',
  'cli',
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

const importRules = Object.entries(ALLOWED).map(([folder, allowed]): OxlintOverride => ({
  files: [`${folder}/src/**/*.{ts,tsx}`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: `^@acacia/(${PACKAGES.filter((name) => !allowed.includes(name)).join('|')})($|/)`,
            message: `${folder} may import only: ${allowed.join(', ') || 'no other package'} (docs/architecture.md).`,
          },
          { regex: `^(\\.\\./)+(packages|apps)/`, message: 'Import another package by its name.' },
          { regex: `^(\\.\\./)+(${PACKAGES.join('|')})/src`, message: 'Import another package by its name.' },
        ],
      },
    ],
  },
}));

const browserRules: OxlintOverride = {
  files: BROWSER.map((folder) => `${folder}/src/**/*.{ts,tsx}`),
  excludeFiles: ['**/*.test.ts', '**/*.test.tsx', 'packages/base/src/testing/**'],
  rules: {
    'no-restricted-globals': ['error', 'process', 'Buffer', '__dirname'],
  },
};

/** One look: numbers and times are written by packages/ui/src/format.ts; one picker for each thing that is picked. */
const TITLE_CASE =
  '/^\\s*[A-Z][a-z-]+( [a-z-]+)* (?!(Acacia|TigerGraph|Grafana|Google|Azure|Amazon|Active|Monday|Friday)\\b)[A-Z][a-z]/';
const SENTENCE_CASE = 'Labels, headings and buttons are written in sentence case.';
const lookRules: OxlintOverride = {
  files: ['packages/{ui,charts,graph-view,editor}/src/**/*.{ts,tsx}', 'apps/console/src/**/*.{ts,tsx}'],
  excludeFiles: ['packages/ui/src/format{,-bills,-instants}.ts', '**/*.test.{ts,tsx}'],
  rules: {
    'dialect/no-restricted-syntax': [
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
      {
        selector: `Property[key.name=/^(label|title|header)$/] > TaggedTemplateExpression > TemplateLiteral > TemplateElement[value.raw=${TITLE_CASE}]`,
        message: SENTENCE_CASE,
      },
    ],
  },
};

/** Errors come from the catalogues (docs/adr/0041-one-catalogue-of-errors.md). */
const errorRules: OxlintOverride = {
  files: ['apps/{cloud,workspace}/src/**/*.ts'],
  excludeFiles: [
    'apps/{cloud,workspace}/src/errors/problem.ts',
    'apps/{cloud,workspace}/src/errors/start.ts',
    'apps/cloud/src/gateway/refusal.ts',
    '**/*.test.ts',
  ],
  rules: {
    'dialect/no-restricted-syntax': [
      'error',
      {
        selector: 'NewExpression[callee.name="Problem"]',
        message: 'Throw an error of the catalogue: problem(…), or badField(…) in the cloud.',
      },
      {
        selector: 'NewExpression[callee.name="Refusal"]',
        message: 'Throw a refusal of the catalogue: refusal(…).',
      },
      {
        selector: 'NewExpression[callee.name=/^(StartError|CommandLineError)$/]',
        message: 'Throw an error of the catalogue: startError(…).',
      },
    ],
  },
};

/** Sentences of stores come from their catalogue. */
const storeRules: OxlintOverride = {
  files: ['packages/object-stores/src/**/*.ts'],
  excludeFiles: ['packages/object-stores/src/errors.ts', '**/*.test.ts'],
  rules: {
    'dialect/no-restricted-syntax': [
      'error',
      {
        selector: 'NewExpression[callee.name="ObjectStoreError"]',
        message: 'Throw an error of the catalogue: storeError(…) of packages/object-stores/src/errors.ts.',
      },
    ],
  },
};

/** Diagnostics come from the language's catalogue as well: only the catalogue has codes and messages. */
const diagnosticRules: OxlintOverride = {
  files: ['packages/language/src/**/*.ts'],
  excludeFiles: ['packages/language/src/gsql/diagnostics/*.ts', '**/*.test.ts'],
  rules: {
    'dialect/no-restricted-syntax': [
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
const engineRules: readonly OxlintOverride[] = [
  {
    files: ['packages/engine/src/**/*.ts'],
    excludeFiles: ['**/*.test.ts'],
    rules: { 'dialect/no-restricted-syntax': ['error', ...SQL_SYNTAX, ENGINE_ERROR_SYNTAX] },
  },
  {
    files: ['packages/engine/src/sql.ts', 'packages/engine/src/storage/connection.ts'],
    rules: { 'dialect/no-restricted-syntax': ['error', ENGINE_ERROR_SYNTAX] },
  },
  {
    files: ['packages/engine/src/errors/*.ts'],
    rules: { 'dialect/no-restricted-syntax': ['error', ...SQL_SYNTAX] },
  },
];

/** Rules of plain JavaScript that need no types: https://eslint.org/docs/latest/rules, "recommended". */
const SYNTAX = [
  'for-direction',
  'no-async-promise-executor',
  'no-case-declarations',
  'no-compare-neg-zero',
  'no-cond-assign',
  'no-constant-binary-expression',
  'no-constant-condition',
  'no-control-regex',
  'no-debugger',
  'no-delete-var',
  'no-dupe-else-if',
  'no-duplicate-case',
  'no-empty-character-class',
  'no-empty-pattern',
  'no-empty-static-block',
  'no-ex-assign',
  'no-extra-boolean-cast',
  'no-fallthrough',
  'no-global-assign',
  'no-invalid-regexp',
  'no-irregular-whitespace',
  'no-loss-of-precision',
  'no-misleading-character-class',
  'no-nonoctal-decimal-escape',
  'no-prototype-builtins',
  'no-regex-spaces',
  'no-self-assign',
  'no-shadow-restricted-names',
  'no-sparse-arrays',
  'no-unassigned-vars',
  'no-unexpected-multiline',
  'no-unsafe-finally',
  'no-unsafe-optional-chaining',
  'no-unused-labels',
  'no-useless-assignment',
  'no-useless-backreference',
  'no-useless-catch',
  'no-useless-escape',
  'preserve-caught-error',
  'require-yield',
  'use-isnan',
  'valid-typeof',
  'eqeqeq',
] as const;
/** Rules whose faults the compiler reports. */
const UNTYPED = [
  'no-unused-private-class-members',
  'constructor-super',
  'getter-return',
  'no-class-assign',
  'no-const-assign',
  'no-dupe-class-members',
  'no-dupe-keys',
  'no-func-assign',
  'no-import-assign',
  'no-new-native-nonconstructor',
  'no-obj-calls',
  'no-redeclare',
  'no-setter-return',
  'no-this-before-super',
  'no-undef',
  'no-unreachable',
  'no-unsafe-negation',
  'no-with',
] as const;
/** https://typescript-eslint.io/rules, "recommended-type-checked" without those that ask for types. */
const TYPESCRIPT = [
  'ban-ts-comment',
  'no-array-constructor',
  'no-duplicate-enum-values',
  'no-empty-object-type',
  'no-explicit-any',
  'no-extra-non-null-assertion',
  'no-misused-new',
  'no-namespace',
  'no-non-null-asserted-optional-chain',
  'no-require-imports',
  'no-this-alias',
  'no-unnecessary-type-constraint',
  'no-unsafe-declaration-merging',
  'no-unsafe-function-type',
  'no-unused-expressions',
  'no-wrapper-object-types',
  'prefer-as-const',
  'prefer-namespace-keyword',
  'triple-slash-reference',
  'consistent-type-imports',
  'no-import-type-side-effects',
] as const;
/** Those that ask for types. */
const TYPED = [
  'await-thenable',
  'no-array-delete',
  'no-base-to-string',
  'no-duplicate-type-constituents',
  'no-floating-promises',
  'no-for-in-array',
  'no-implied-eval',
  'no-misused-promises',
  'no-redundant-type-constituents',
  'no-unnecessary-type-assertion',
  'no-unsafe-argument',
  'no-unsafe-assignment',
  'no-unsafe-call',
  'no-unsafe-enum-comparison',
  'no-unsafe-member-access',
  'no-unsafe-return',
  'no-unsafe-unary-minus',
  'only-throw-error',
  'prefer-promise-reject-errors',
  'restrict-plus-operands',
  'restrict-template-expressions',
  'unbound-method',
  'switch-exhaustiveness-check',
] as const;

const all = (names: readonly string[], severity: 'error' | 'off', prefix = '') =>
  Object.fromEntries(names.map((name) => [`${prefix}${name}`, severity]));

export default defineConfig({
  ignorePatterns: ['**/node_modules', '**/dist', '.cache', '.acacia'],
  options: { typeAware: true, typeCheck: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  plugins: ['typescript', 'react'],
  jsPlugins: ['./scripts/dialect.mjs'],
  categories: { correctness: 'off' },
  rules: {
    ...all(SYNTAX, 'error'),
    ...all(TYPESCRIPT, 'error', 'typescript/'),
    ...all(TYPED, 'error', 'typescript/'),
    'no-empty': ['error', { allowEmptyCatch: false }],
    'typescript/no-unused-vars': [
      'error',
      { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' },
    ],
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    'no-console': 'error',
  },
  overrides: [
    {
      files: [
        '**/*.tsx',
        'apps/console/src/**/*.ts',
        'packages/ui/src/**/*.ts',
        'packages/graph-view/src/**/*.ts',
      ],
      rules: { 'react/rules-of-hooks': 'error', 'react/exhaustive-deps': 'error' },
    },
    {
      files: ['**/*.{ts,tsx}'],
      rules: {
        'no-var': 'error',
        'prefer-const': 'error',
        'prefer-rest-params': 'error',
        'prefer-spread': 'error',
        'dialect/private-members': 'error',
        'dialect/declared-functions': 'error',
        'dialect/docstrings': 'error',
      },
    },
    {
      files: ['{apps,packages}/*/src/**/*.{ts,tsx}'],
      excludeFiles: ['**/*.test.{ts,tsx}', '**/testing/**'],
      rules: { 'dialect/throws-tags': 'error' },
    },
    ...importRules,
    browserRules,
    lookRules,
    errorRules,
    storeRules,
    diagnosticRules,
    ...engineRules,
    {
      files: ['**/*.js', '**/*.mjs'],
      rules: { ...all(UNTYPED, 'error'), ...all(TYPED, 'off', 'typescript/') },
    },
    { files: ['apps/console/public/*.js'], env: { browser: true } },
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
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        fetch: 'readonly',
      },
      rules: { 'no-console': 'off' },
    },
  ],
});
