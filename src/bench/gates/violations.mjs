import { LINT_VIOLATIONS } from './lint-violations.mjs'
import { OWN_GATE_VIOLATIONS } from './own-gate-violations.mjs'
import { CONTEXT, importing, lines, planted } from './planted.mjs'

/**
 * One planted violation for each gate. `files` are written, `command` must then fail and its output must
 * match `expected`; afterwards the files are removed, or put back where they existed.
 */
export const VIOLATIONS = [
  ...LINT_VIOLATIONS,
  planted(
    'format',
    { 'src/protocol/planted-gate.ts': 'export const  planted={a:1};\n' },
    ['oxfmt', ['--check', 'src/protocol/planted-gate.ts']],
    /planted-gate/,
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
