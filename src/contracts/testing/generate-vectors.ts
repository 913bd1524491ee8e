import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { executeCallVectors } from './call-vectors.ts'
import {
  approvedMessageDigestVectors,
  executeDigestVectors,
  messageDigestVectors,
  walletAddressVectors,
} from './digest-vectors.ts'
import { joinedCallVectors } from './joined-vectors.ts'

/**
 * Writes the project's own vectors into `src/contracts/vectors`, where forge and the TypeScript tests read
 * them. The output is deterministic: `tsx src/contracts/testing/generate-vectors.ts`.
 */
const folder = fileURLToPath(new URL('../vectors/', import.meta.url))

export function vectorFiles(): Map<string, unknown[]> {
  return new Map<string, unknown[]>([
    ['execute-digests.json', executeDigestVectors()],
    ['message-digests.json', messageDigestVectors()],
    ['approved-message-digests.json', approvedMessageDigestVectors()],
    ['wallet-addresses.json', walletAddressVectors()],
    ['execute-calls.json', executeCallVectors()],
    ['joined-calls.json', joinedCallVectors()],
  ])
}

/** JSON with numbers beyond 2^53 as decimal strings. */
export function vectorText(cases: unknown[]): string {
  const text = JSON.stringify(
    cases,
    (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
    1,
  )
  return `${text}\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, cases] of vectorFiles()) writeFileSync(`${folder}${file}`, vectorText(cases))
}
