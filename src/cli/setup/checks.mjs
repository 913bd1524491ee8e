/**
 * The checks of both tiers in the order in which they run: `npm test` runs those without `full`, `npm run test:full`
 * the others.
 *
 * `inputs`: files and folders whose content decides the outcome, besides the lockfile and Node. While they are as they
 * were when the check was last green, `npm test` does not run it again.
 * `proof`: what only a long run proves, and what it depends on. Its hash is committed in `proofs.json` when the long run
 * was green. `whenProven`: the variables of a shorter run while the hash is the committed one; without them there is
 * nothing left to run.
 * `needs`: `postgres`, `browser`, or `browsers` with windows too. `parallel`: runs next to the others from the start,
 * because it keeps one core busy.
 */
const SOURCES = ['src', 'widget', 'e2e', 'deploy', 'vite.config.ts', 'tsconfig.json', 'package.json']
const BUILT = ['src', 'widget', 'public', 'index.html', 'vite.config.ts', 'package.json', 'LICENSE']
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']
/** Tests compare pages of the documentation with the code, and read public vectors that lie outside. */
const PRODUCT = [...BUILT, 'docs', 'deploy', ...DOCUMENTS, '../shared/vectors']
const END_TO_END = [...PRODUCT, 'e2e']
const CONTRACTS = ['src/contracts', 'src/protocol/abi', 'src/protocol/signing', '../shared/vectors']

const ROWS = [
  { name: 'format', inputs: ['.'] },
  { name: 'lint', inputs: [...SOURCES, 'oxlint.config.mjs'] },
  { name: 'types', inputs: SOURCES },
  { name: 'unused', inputs: [...SOURCES, 'knip.json'] },
  { name: 'size', inputs: [...BUILT, '.size-limit.mjs'] },
  { name: 'package', inputs: BUILT, parallel: true },
  { name: 'abi', inputs: CONTRACTS, parallel: true },
  { name: 'gas', inputs: [...CONTRACTS, 'src/server-kit', 'src/service'], parallel: true },
  { name: 'texts', inputs: ['src', 'package.json'] },
  { name: 'words', inputs: [...SOURCES, 'docs/glossary.md'] },
  { name: 'lock', inputs: ['package-lock.json', '.npmrc', 'THIRD-PARTY-NOTICES', 'src/bench/gates'] },
  {
    name: 'gates',
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
    whenProven: { FOUNDRY_PROFILE: 'quick' },
  },
  { name: 'unit', inputs: PRODUCT },
  { name: 'postgres', inputs: PRODUCT, needs: 'postgres' },
  { name: 'journeys', inputs: END_TO_END, needs: 'browser' },

  {
    name: 'long-contracts',
    script: 'check:contracts',
    full: true,
    parallel: true,
    env: { FOUNDRY_PROFILE: 'long' },
  },
  { name: 'long-unit', full: true, env: { LATCHKEY_TIER: 'full' } },
  { name: 'rest-on-postgres', full: true, env: { LATCHKEY_TIER: 'full' }, needs: 'postgres' },
  { name: 'deploy', full: true, needs: 'postgres' },
  { name: 'states', full: true, needs: 'browsers' },
  { name: 'browsers', full: true, needs: 'browser' },
]

/** Each with the script of package.json that runs it: the one of its name, unless its row says another. */
export const CHECKS = ROWS.map((check) => ({ script: `check:${check.name}`, ...check }))
