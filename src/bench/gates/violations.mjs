/**
 * One planted violation for each gate. `files` are written, `command` must then fail and its output must
 * match `expected`; afterwards the files are removed, or put back where they existed.
 */
const lint = (files) => [
  'oxlint',
  [
    '-c',
    'oxlint.config.mjs',
    '--type-aware',
    '--tsconfig',
    'tsconfig.json',
    '--deny-warnings',
    ...Object.keys(files),
  ],
]
const planted = (name, files, [command, args], expected) => ({ gate: name, files, command, args, expected })
const linted = (name, files, expected) => planted(name, files, lint(files), expected)
const importing = (name, from) => `import { ${name} } from '${from}'\nexport const planted = ${name}\n`
const CONTEXT = "import type { Context } from '#service/context.ts'\nexport type Planted = Context\n"
const gate = (name) => ['node', [`src/bench/gates/${name}.mjs`]]
/** A definition of 26 lines. */
const record = (name) => `export const ${name} = {\n${lines(24, (n) => `  field${n}: ${n},`)}\n}\n`
const lines = (count, line) => Array.from({ length: count }, (_, index) => line(index)).join('\n')

export const VIOLATIONS = [
  planted(
    'format',
    { 'src/protocol/planted-gate.ts': 'export const  planted={a:1};\n' },
    ['oxfmt', ['--check', 'src/protocol/planted-gate.ts']],
    /planted-gate/,
  ),
  linted(
    'imports never climb',
    { 'src/protocol/signing/planted-gate.ts': "export { LABEL_LENGTH_MAX } from '../limits.ts'\n" },
    /never climb/,
  ),
  linted(
    'the widget uses what the oldest browsers have',
    { 'widget/planted-gate.ts': 'export const planted = AbortSignal.any([])\n' },
    /no-restricted-properties/,
  ),
  linted('islands import only protocol', { 'src/bff/planted-gate.ts': CONTEXT }, /imports only/),
  linted(
    'the kit of the servers knows no product',
    { 'src/server-kit/planted-gate.ts': CONTEXT },
    /knows no product/,
  ),
  linted(
    'the console takes only types of the widget',
    { 'src/web/console/planted-gate.ts': importing('VERSION', '#widget/index.ts') },
    /types only/,
  ),
  linted(
    'features never import features',
    {
      'src/web/console/features/wallets/planted-gate.ts': importing(
        'other',
        '#web/console/features/tokens/planted.ts',
      ),
    },
    /Features never import features/,
  ),
  linted(
    'service modules import values one way',
    { 'src/service/db/planted-gate.ts': importing('other', '#service/wallets/planted.ts') },
    /one way/,
  ),
  linted(
    'no cycles',
    {
      'src/protocol/planted-gate.ts': "import { b } from './planted-gate-b.ts'\nexport const a = () => b\n",
      'src/protocol/planted-gate-b.ts': "import { a } from './planted-gate.ts'\nexport const b = () => a\n",
    },
    /cycle/i,
  ),
  linted(
    'no cycles of types',
    {
      'src/service/ledger/planted-gate.ts':
        "import type { B } from './planted-gate-b.ts'\nexport type A = { b: B | undefined }\n",
      'src/service/ledger/planted-gate-b.ts':
        "import type { A } from './planted-gate.ts'\nexport type B = { a: A | undefined }\n",
    },
    /cycle/i,
  ),
  linted(
    'no barrels',
    {
      'src/protocol/planted-gate.ts':
        "export * from './organization.ts'\nexport * from './transactions.ts'\n",
    },
    /barrel/i,
  ),
  linted(
    'RPC clients live in service/chain',
    { 'src/service/tokens/planted-gate.ts': importing('createPublicClient', 'viem') },
    /RPC clients/,
  ),
  linted('no classic zod in the widget', { 'widget/planted-gate.ts': importing('z', 'zod') }, /zod\/mini/),
  linted(
    'no React in the widget',
    { 'widget/planted-gate.ts': importing('useState', 'react') },
    /React belongs/,
  ),
  linted(
    'files of at most 300 lines',
    { 'src/protocol/planted-gate.ts': `${lines(301, (n) => `export const planted${n} = ${n}`)}\n` },
    /max-lines/,
  ),
  linted(
    'functions of at most 60 lines',
    {
      'src/protocol/planted-gate.ts': `export function planted(a: number[]) {\n${lines(61, (n) => `  a.push(${n})`)}\n}\n`,
    },
    /max-lines-per-function/,
  ),
  linted(
    'kebab-case names',
    { 'src/protocol/PlantedGate.ts': 'export const planted = 1\n' },
    /filename-case/,
  ),
  linted(
    'no floating promises',
    { 'src/service/planted-gate.ts': 'export function planted(work: () => Promise<void>) {\n  work()\n}\n' },
    /floating/,
  ),
  linted('no any', { 'src/protocol/planted-gate.ts': 'export const planted: any = 1\n' }, /no-explicit-any/),
  linted(
    'switches are exhaustive',
    {
      'src/protocol/planted-gate.ts':
        "export function planted(kind: 'a' | 'b') {\n  switch (kind) {\n    case 'a':\n      return 1\n  }\n  return 2\n}\n",
    },
    /exhaustive/,
  ),
  linted(
    'no decision by the spelling of a code',
    {
      'src/protocol/planted-gate.ts':
        "export const planted = (error: { code: string }) => error.code.startsWith('UN')\n",
    },
    /no-decision-by-spelling/,
  ),
  linted(
    'no decision by the spelling of a message',
    {
      'widget/planted-gate.ts':
        'export const planted = ({ message }: { message: string }) => /pending/.test(message.trim())\n',
    },
    /no-decision-by-spelling/,
  ),
  linted(
    'no decision by the spelling of a detail',
    {
      'src/web/console/planted-gate.ts':
        "export const planted = (error: { detail?: string }) => error.detail?.includes('chain-id') === true\n",
    },
    /no-decision-by-spelling/,
  ),
  planted(
    'no DOM in protocol',
    { 'src/protocol/planted-gate.ts': 'export const planted = document.title\n' },
    ['tsc', ['-p', 'src/protocol', '--noEmit']],
    /document/,
  ),
  planted(
    'no Node in the console',
    { 'src/web/console/planted-gate.ts': importing('readFileSync', 'node:fs') },
    ['tsc', ['-p', 'src/web/console', '--noEmit']],
    /node:fs/,
  ),
  planted(
    'the compiler refuses foreign islands',
    { 'src/bff/planted-gate.ts': CONTEXT },
    ['tsc', ['-p', 'src/bff', '--noEmit']],
    /TS6307|TS6059/,
  ),
  planted(
    'only the ledger writes transactions',
    {
      'src/service/approvals/planted-gate.ts':
        "import { sql } from 'kysely'\nexport const planted = sql`update transactions set state = 'FAILED'`\n",
    },
    ['vitest', ['run', '--project', 'node', 'src/service/ledger/one-writer.test.ts']],
    /approvals\/planted-gate/,
  ),
  planted(
    'unused files',
    { 'src/service/tokens/planted-gate.ts': 'export const planted = 1\n' },
    ['knip', []],
    /planted-gate/,
  ),
  planted(
    'bundle budgets',
    {
      'dist/console/assets/planted-gate.js': lines(9000, (n) => `export const p${n} = "${Math.sin(n + 1)}"`),
    },
    ['size-limit', []],
    /exceeded/,
  ),
  planted(
    'ABI drift',
    { 'src/protocol/abi/passkey-wallet.ts': (text) => text.replace('isValidSignature', 'isValidSignatura') },
    ['tsx', ['src/contracts/compile.ts', '--check']],
    /passkey-wallet/,
  ),
  planted(
    'gas budgets and snapshot',
    { 'src/contracts/snapshots/gas.json': (text) => text.replace(/"transfer": \d+/, '"transfer": 50000') },
    ['tsx', ['src/contracts/testing/measure-gas.ts', '--check']],
    /transfer/,
  ),
  planted(
    'contract tests',
    {
      'src/contracts/test/PlantedGate.t.sol':
        'pragma solidity 0.8.37;\ncontract PlantedGate {\n  function test_planted() public pure {\n    assert(false);\n  }\n}\n',
    },
    ['tsx', ['src/contracts/forge.ts', 'test', '--match-contract', 'PlantedGate']],
    /test_planted/,
  ),
  worded(
    'a retired word on a screen',
    "export const planted = 'smallest units'\n",
    /smallest units/,
    'src/web/ui',
  ),
  worded('a comment without a subject', '/** What is planted. */\nexport const planted = 1\n', /“What”/),
  worded('a sentence on a later line', '// Planted here.\n// Of two.\nexport const planted = 1\n', /“Of”/),
  worded('a server that answers', '/** The server answers. */\nexport const planted = 1\n', /“answers”/),
  worded('undefined as “absent:”', '/** Name; absent: none. */\nexport const planted = 1\n', /“absent:”/),
  worded('the title of a test', `test('${['error', 'whoever plants it'].join(': ')}', () => 1)\n`, /“Who”/),
  planted(
    'words: an edited file on the list of unedited ones',
    { 'src/bench/gates/unedited-files.json': (text) => text.replace('[', '["src/cli/index.ts",') },
    gate('check-words'),
    /cli\/index\.ts: is edited/,
  ),
  planted(
    'a file with two subjects',
    { 'src/protocol/planted-gate.ts': `${record('first')}\n${record('second')}` },
    gate('check-subjects'),
    /planted-gate.ts has 2 subjects: first.* \| second/,
  ),
  planted(
    'an exception for a file that has one subject now',
    { 'widget/testing-kit/page-passkeys.ts': record('defineCredentials') },
    gate('check-subjects'),
    /page-passkeys.ts has one subject now/,
  ),
  planted(
    'texts: one that is not translated',
    {
      'src/web/console/features/wallets/planted-gate.tsx':
        'export function Planted() {\n  return <p>Planted words</p>\n}\n',
    },
    gate('check-texts'),
    /is not translated: Planted words/,
  ),
  planted(
    'texts: one that a language lacks',
    {
      'src/web/console/features/wallets/planted-gate.ts':
        "import { t } from '#web/ui/text.ts'\nexport const planted = () => t('Planted words')\n",
    },
    gate('check-texts'),
    /has no text in es: Planted words/,
  ),
  planted(
    'lock: a package without integrity',
    { 'package-lock.json': (text) => text.replace(/^ +"integrity": .*\n/m, '') },
    gate('check-lock'),
    /has no integrity/,
  ),
  planted(
    'lock: one package more in the product',
    { 'package-lock.json': (text) => text.replace(/^ +"dev": true,\n/m, '') },
    gate('check-lock'),
    /packages are in the product, more than/,
  ),
  planted(
    'lock: scripts of packages',
    { '.npmrc': (text) => text.replace('ignore-scripts=true', 'ignore-scripts=false') },
    gate('check-lock'),
    /must not run scripts/,
  ),
  planted(
    'lock: a licence that is not named',
    { 'THIRD-PARTY-NOTICES': (text) => text.replace('zod 4', 'zod 3') },
    gate('check-lock'),
    /npm run notices/,
  ),
  planted(
    'unit tests',
    {
      'src/protocol/planted-gate.test.ts':
        "import { expect, test } from 'vitest'\ntest('planted', () => expect(1).toBe(2))\n",
    },
    ['vitest', ['run', 'src/protocol/planted-gate.test.ts']],
    /planted/,
  ),
  planted(
    'end-to-end tests',
    {
      'e2e/journeys/planted-gate.spec.ts':
        "import { expect, test } from '@playwright/test'\ntest('planted', () => expect(1).toBe(2))\n",
    },
    ['playwright', ['test', '--config', 'e2e/playwright.config.ts', 'planted-gate', '--reporter', 'line']],
    /planted/,
  ),
]
