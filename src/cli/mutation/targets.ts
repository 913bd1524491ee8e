import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

/** A file whose mutants are tried, and the commands of which one must fail with each of them; they run in this order. */
export type Target = { file: string; ships: boolean; commands: readonly (readonly string[])[] }

const CONTRACTS = 'src/contracts'

/** Contracts, and the tests that concern them. Those that `ships` names are tested as the bytes of `src/protocol/abi`. */
const CONTRACT_TESTS: readonly (readonly [file: string, tests: string, ships: boolean])[] = [
  ['verification/P256Verifier.sol', 'test/P256Verifier/*', false],
  ['verification/ClientData.sol', 'test/ClientData/*', false],
  ['verification/Base64Url.sol', 'test/Base64Url/*', false],
  ['verification/WebAuthnVerifier.sol', 'test/WebAuthnVerifier/*', false],
  ['ReplayRing.sol', 'test/ReplayRing/*', false],
  ['PackedExecute.sol', 'test/PasskeyWallet/ExecutePacked.t.sol', true],
  ['WalletDigest.sol', 'test/WalletDigest/*', true],
  ['WalletKey.sol', 'test/WalletKey/*', true],
  ['PasskeyWallet.sol', 'test/PasskeyWallet/*', true],
  ['PasskeyWalletFactory.sol', 'test/PasskeyWalletFactory/*', true],
]

/** All targets below a root, the contracts first. */
export function targets(root: string): Target[] {
  const contracts = CONTRACT_TESTS.map(([name, tests, ships]) => ({
    file: `${CONTRACTS}/src/${name}`,
    ships,
    commands: [['tsx', `${CONTRACTS}/forge.ts`, 'test', '--fail-fast', '--match-path', tests]],
  }))
  const protocol = ['src/protocol/signing', 'src/protocol/passkey', 'src/protocol/effects'].flatMap(
    (folder) =>
      readdirSync(join(root, folder))
        .filter((name) => name.endsWith('.ts') && !/\.(test|bench)\.ts$/.test(name))
        .map((name) => {
          const own = `${folder}/${basename(name, '.ts')}.test.ts`
          const described = folder.endsWith('effects') ? ['src/contracts/described-calls.test.ts'] : []
          const tests = [...(existsSync(join(root, own)) ? [own] : []), folder, ...described]
          return {
            file: `${folder}/${name}`,
            ships: false,
            commands: tests.map((test) => ['vitest', 'run', '--project', 'node', '--bail', '1', test]),
          }
        }),
  )
  return [...contracts, ...protocol]
}
