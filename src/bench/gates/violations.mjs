import { OWN_GATE_VIOLATIONS } from './own-gate-violations.mjs'
import { lines, planted } from './planted.mjs'

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
const linted = (name, files, expected) => planted(name, files, lint(files), expected)
const importing = (name, from) => `import { ${name} } from '${from}'\nexport const planted = ${name}\n`
const CONTEXT = "import type { Context } from '#service/context.ts'\nexport type Planted = Context\n"

/**
 * One planted violation for each gate. `files` are written, `command` must then fail and its output must
 * match `expected`; afterwards the files are removed, or put back where they existed.
 */
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
  ...OWN_GATE_VIOLATIONS,
]
