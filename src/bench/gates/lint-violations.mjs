import { CONTEXT, importing, lines, planted } from './planted.mjs'

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

/** Violations of the linter's rules, in the form that `violations.mjs` describes. */
export const LINT_VIOLATIONS = [
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
  linted(
    'no nested ternaries',
    {
      'src/protocol/planted-gate.ts':
        "export const planted = (a: number) => (a > 1 ? 'many' : a === 1 ? 'one' : 'none')\n",
    },
    /no-nested-ternary/,
  ),
  linted(
    'exported functions name their return type',
    { 'src/protocol/planted-gate.ts': 'export function planted(a: number) {\n  return a\n}\n' },
    /explicit-module-boundary-types/,
  ),
]
