import { BROWSER_FLOOR } from './src/bench/gates/newer-apis.mjs'

// The rule `spelling/no-decision-by-spelling` is our own: src/bench/gates/spelling-plugin.mjs.

/** Modules of the service, the lowest first. A module may import values only from lower ones, and types from any. */
const SERVICE_MODULES = [
  ['http'],
  ['db', 'chain', 'api-description'],
  ['keys', 'organizations', 'email', 'webhooks'],
  ['wallets'],
  ['tokens'],
  ['holdings'],
  ['ledger'],
  ['relayer'],
  ['policies'],
  ['approvals'],
  ['execution'],
  ['alerts'],
  ['sandbox'],
  ['app', 'index'],
]
const ISLANDS = ['server-kit', 'service', 'bff', 'web', 'cli', 'widget', 'contracts', 'e2e']

const refuse = (regex, message, more = {}) => ({ regex, message, ...more })
const CLIMBING = refuse('^\\.\\./', 'Relative imports never climb: use #island/… across folders.')
const REACT = refuse('^react(-dom)?(/|$)', 'React belongs to the console and the approver.')
const NO_NODE = (message) => refuse('^node:', message)
/** Refuses imports of islands that are not allowed. Every island may import `protocol` and itself. */
const islandsBut = (allowed, message) =>
  refuse(`^#(${ISLANDS.filter((name) => !allowed.includes(name)).join('|')})/`, message)

const CLASSIC_ZOD = { name: 'zod', message: 'Use zod/mini here: classic zod is too large for a browser.' }
const RPC_CLIENTS = {
  name: 'viem',
  importNames: [
    'createPublicClient',
    'createWalletClient',
    'createTestClient',
    'createClient',
    'http',
    'webSocket',
  ],
  message: 'RPC clients live only in src/service/chain.',
}

const importRule = (patterns, paths = []) => ({
  'no-restricted-imports': 'off',
  'typescript/no-restricted-imports': ['error', { patterns: [CLIMBING, ...patterns], paths }],
})
const imports = (files, patterns, paths) => ({ files, rules: importRule(patterns, paths) })

const SERVICE = [
  islandsBut(['service', 'server-kit'], 'This island imports only service, server-kit and protocol.'),
  REACT,
]
const ORDER = SERVICE_MODULES.map((level) => level.join(', ')).join(' < ')

function serviceModule(name, level) {
  const above = SERVICE_MODULES.slice(level).flat()
  const others = above.filter((other) => other !== name)
  const upward = refuse(
    `^#service/(${others.join('|')})(/|\\.ts)`,
    `Service modules import values one way: ${ORDER}.`,
    { allowTypeImports: true },
  )
  const rules = importRule([...SERVICE, upward], name === 'chain' ? [] : [RPC_CLIENTS])
  return { files: [`src/service/${name}/**`], excludeFiles: ['**/*.test.ts', '**/testing/**'], rules }
}

const CONSOLE = [
  islandsBut(['web', 'widget'], 'The console imports only web and protocol.'),
  refuse('^#widget/', 'Of the widget the console imports types only.', { allowTypeImports: true }),
]
const BROWSER = [CLASSIC_ZOD, RPC_CLIENTS]

export default {
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'promise', 'jsx-a11y'],
  jsPlugins: ['./src/bench/gates/spelling-plugin.mjs'],
  categories: { correctness: 'error' },
  ignorePatterns: [
    'dist',
    'src/protocol/abi',
    'src/contracts/lib',
    'node_modules',
    '.data',
    'e2e/artifacts',
    'src/bench/gates/planted',
  ],
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'oxc/no-barrel-file': ['error', { threshold: 0 }],
    'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    'typescript/await-thenable': 'error',
    // Allows `[...text]`, which splits a text into code points. Pages with Prototype.js replace `Array.from`.
    'typescript/no-misused-spread': 'off',
    'typescript/unbound-method': 'off',
    'typescript/no-redundant-type-constituents': 'off',
    'typescript/no-restricted-imports': ['error', { patterns: [CLIMBING] }],
    'no-console': 'error',
    'spelling/no-decision-by-spelling': 'error',
    eqeqeq: 'error',
    'no-nested-ternary': 'error',
    'react/exhaustive-deps': 'error',
    'react/rules-of-hooks': 'error',
    'react/react-in-jsx-scope': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/no-autofocus': 'off',
  },
  overrides: [
    imports(
      ['src/protocol/**'],
      [
        islandsBut([], 'This island imports only protocol.'),
        REACT,
        NO_NODE('protocol runs anywhere: no node:*.'),
      ],
      BROWSER,
    ),
    imports(
      ['src/server-kit/**'],
      [
        islandsBut(['server-kit'], 'This island imports only protocol: it knows no product.'),
        refuse('^(react|viem)(-dom)?(/|$)', 'The kit knows neither pages nor chains.'),
      ],
    ),
    imports(['src/service/*.ts'], SERVICE, [RPC_CLIENTS]),
    ...SERVICE_MODULES.slice(0, -1).flatMap((names, level) =>
      names.map((name) => serviceModule(name, level)),
    ),
    imports(
      ['src/bff/**'],
      [islandsBut(['bff', 'server-kit'], 'This island imports only bff, server-kit and protocol.'), REACT],
      [RPC_CLIENTS],
    ),
    imports(['src/web/console/**'], CONSOLE, BROWSER),
    imports(
      ['src/web/console/features/**'],
      [
        ...CONSOLE,
        refuse('^#web/console/features/', 'Features never import features: compose them in app/.'),
        refuse(
          '^#web/console/app/',
          'Features do not know the app; links come from #web/console/lib/paths.ts.',
        ),
      ],
      BROWSER,
    ),
    imports(
      ['src/web/ui/**', 'src/web/approve/**', 'src/web/receipt/**', 'src/web/rescue/**'],
      [islandsBut(['web'], 'This island imports only web and protocol.')],
      BROWSER,
    ),
    imports(
      ['widget/**'],
      [
        islandsBut(['widget'], 'This island imports only widget and protocol.'),
        REACT,
        NO_NODE('The widget runs in browsers.'),
      ],
      BROWSER,
    ),
    // The tables of sentences. Nodes, browsers and the database's driver have no codes for these messages.
    {
      files: [
        'src/service/chain/call-sentences.ts',
        'src/server-kit/http/driver-sentences.ts',
        'widget/passkey/browser-sentences.ts',
      ],
      rules: { 'spelling/no-decision-by-spelling': 'off' },
    },
    {
      files: ['src/bench/**', 'e2e/**', 'widget/demo/**', '**/*.test.ts', '**/*.test.tsx', '**/testing/**'],
      rules: { 'spelling/no-decision-by-spelling': 'off' },
    },
    // Types may be imported in a cycle among the fixtures of tests.
    { files: ['e2e/**'], rules: { 'import/no-cycle': 'error' } },
    imports(
      ['widget/server/**'],
      [
        islandsBut(
          ['widget', 'server-kit'],
          'The client for servers imports only widget, server-kit and protocol.',
        ),
      ],
    ),
    imports(
      [
        'widget/build/**',
        'widget/package/**',
        'widget/react/**',
        'widget/testing-kit/**',
        '**/vite.config.ts',
      ],
      [],
    ),
    {
      files: ['src/bench/**', 'src/cli/**', 'src/contracts/**', 'e2e/**', 'widget/demo/**'],
      rules: { 'no-console': 'off', ...importRule([]) },
    },
    { files: ['e2e/**'], rules: { 'no-empty-pattern': 'off' } },
    // All texts of a language are in one file, which contains nothing else.
    { files: ['widget/texts/[a-z][a-z].ts'], rules: { 'max-lines': 'off' } },
    // These files are generated.
    {
      files: ['widget/server/operations.ts'],
      rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' },
    },
    // Tests and measurements infer the types of their fixtures.
    {
      files: ['src/**', 'widget/**'],
      excludeFiles: ['**/*.test.ts', '**/*.test.tsx', '**/*.bench.ts', '**/testing/**', 'src/bench/**'],
      rules: { 'typescript/explicit-module-boundary-types': 'error' },
    },
    {
      files: ['**/*.test.ts', '**/*.test.tsx', '**/*.spec.ts', '**/testing/**'],
      rules: {
        'max-lines-per-function': 'off',
        'typescript/no-non-null-assertion': 'off',
        ...importRule([]),
      },
    },
    ...BROWSER_FLOOR,
  ],
}
