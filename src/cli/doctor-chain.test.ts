import { expect, test } from 'vitest'
import { checkRelayer } from './doctor-chain.ts'

const RELAYER = '0x00000000000000000000000000000000000000a1'

test.each<[string, bigint, bigint | undefined, string]>([
  ['without coins on a chain without fees (besu-docs 1458)', 0n, 0n, 'ok'],
  ['without coins', 0n, 1_000_000_000n, 'problem'],
  ['without coins while the price is unknown', 0n, undefined, 'problem'],
  ['with coins', 10n ** 18n, 1_000_000_000n, 'ok'],
])('behavior: doctor about a relayer %s: %d wei, price %s → %s', (_, wei, price, level) => {
  expect(checkRelayer({ relayer: RELAYER, wei }, price)).toMatchObject({ level })
})
