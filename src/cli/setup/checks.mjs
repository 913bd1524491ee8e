/**
 * The checks of both tiers in run order: `npm test` runs those without `full`, `npm run test:full` the
 * others.
 *
 * `command`: the command line. Programs of installed packages are called by name.
 * `inputs`: files and folders that determine the outcome, besides the lockfile and Node. `npm test` skips the
 * check while they match its last success.
 * `proof`: inputs and tools of a long run. Its hash is committed in `proofs.json` after a success. `npm test`
 * skips the check while the hash matches.
 * `needs`: `postgres`, `browser`, or `browsers` to include windowed ones.
 * `parallel`: runs next to the others from the start, because it keeps one core busy.
 */
const SOURCES = ['src', 'widget', 'e2e', 'deploy', 'vite.config.ts', 'tsconfig.json', 'package.json']
const BUILT = ['src', 'widget', 'public', 'index.html', 'vite.config.ts', 'package.json', 'LICENSE']
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']
/** Tests compare documentation pages with the code, and read public vectors outside the repository. */
const PRODUCT = [...BUILT, 'docs', 'deploy', ...DOCUMENTS, '../shared/vectors']
const END_TO_END = [...PRODUCT, 'e2e']
const CONTRACTS = ['src/contracts', 'src/protocol/abi', 'src/protocol/signing', '../shared/vectors']

export const CHECKS = [
  { name: 'format', command: 'oxfmt --check .', inputs: ['.'] },
  {
    name: 'lint',
    command:
      'oxlint -c oxlint.config.mjs --type-aware --tsconfig tsconfig.json --deny-warnings src widget e2e deploy vite.config.ts',
    inputs: [...SOURCES, 'oxlint.config.mjs'],
  },
  { name: 'types', command: 'tsc -b', inputs: SOURCES },
  { name: 'unused', command: 'knip', inputs: [...SOURCES, 'knip.json'] },
  { name: 'size', command: 'size-limit', inputs: [...BUILT, '.size-limit.mjs'] },
  { name: 'package', command: 'tsx widget/package/check-package.ts', inputs: BUILT, parallel: true },
  { name: 'abi', command: 'tsx src/contracts/compile.ts --check', inputs: CONTRACTS, parallel: true },
  {
    name: 'gas',
    command: 'tsx src/contracts/testing/measure-gas.ts --check',
    inputs: [...CONTRACTS, 'src/server-kit', 'src/service'],
    parallel: true,
  },
  { name: 'texts', command: 'node src/bench/gates/check-texts.mjs', inputs: ['src', 'package.json'] },
  {
    name: 'words',
    command: 'node src/bench/gates/check-words.mjs',
    inputs: [...SOURCES, 'docs/glossary.md'],
  },
  {
    name: 'subjects',
    command: 'node src/bench/gates/check-subjects.mjs',
    inputs: ['src', 'widget', 'deploy', 'package.json'],
  },
  {
    name: 'lock',
    command: 'node src/bench/gates/check-lock.mjs',
    inputs: ['package-lock.json', '.npmrc', 'THIRD-PARTY-NOTICES', 'src/bench/gates'],
  },
  {
    name: 'gates',
    command: 'node src/bench/gates/check-gates.mjs',
    inputs: END_TO_END,
    proof: {
      inputs: [
        'src/bench/gates',
        'src/cli/setup/checks.mjs',
        'src/contracts/foundry.toml',
        'src/tsconfig.base.json',
        'src/tsconfig.test.json',
        'e2e/playwright.config.ts',
        'e2e/tsconfig.json',
        'knip.json',
        'tsconfig.json',
        'vite.config.ts',
        '.oxfmtrc.json',
        'oxlint.config.mjs',
        '.size-limit.mjs',
      ],
      tools: [
        '@foundry-rs/forge',
        '@playwright/test',
        'knip',
        'oxfmt',
        'oxlint',
        'oxlint-tsgolint',
        'size-limit',
        'solc',
        'typescript',
        'vitest',
      ],
    },
  },
  {
    name: 'contracts',
    command: 'tsx src/contracts/forge.ts test',
    inputs: CONTRACTS,
    parallel: true,
    proof: {
      inputs: [
        'src/contracts/src',
        'src/contracts/test',
        'src/contracts/vectors',
        'src/contracts/forge.ts',
        'src/contracts/foundry.toml',
        'src/contracts/foundry-program.ts',
        'src/contracts/solc-shim.mjs',
        'src/protocol/abi',
      ],
      tools: ['@foundry-rs/forge', '@openzeppelin/contracts', 'solc'],
    },
  },
  {
    name: 'unit',
    command: 'vitest run --project node --project dom --project dom-approver',
    inputs: PRODUCT,
  },
  { name: 'postgres', command: 'vitest run --project postgres', inputs: PRODUCT, needs: 'postgres' },
  {
    name: 'journeys',
    command: 'playwright test --config e2e/playwright.config.ts --project journeys',
    inputs: END_TO_END,
    needs: 'browser',
  },

  {
    name: 'long-contracts',
    command: 'tsx src/contracts/forge.ts test',
    full: true,
    parallel: true,
    env: { FOUNDRY_PROFILE: 'long' },
  },
  { name: 'long-unit', command: 'vitest run --project full', full: true, env: { LATCHKEY_TIER: 'full' } },
  {
    name: 'rest-on-postgres',
    command:
      'vitest related --run --project postgres --project postgres-rest src/service/testing/test-database.ts',
    full: true,
    env: { LATCHKEY_TIER: 'full' },
    needs: 'postgres',
  },
  { name: 'deploy', command: 'vitest run --project deploy', full: true, needs: 'postgres' },
  {
    name: 'states',
    command: 'playwright test --config e2e/playwright.config.ts --project full',
    full: true,
    needs: 'browsers',
  },
  { name: 'browsers', command: 'tsx e2e/browsers/run.ts', full: true, needs: 'browser' },
]
