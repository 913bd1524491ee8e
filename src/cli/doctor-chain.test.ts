import { expect, test } from 'vitest'
import { checkLogs, checkRelayer } from './doctor-chain.ts'

const RELAYER = '0x00000000000000000000000000000000000000a1'

test.each<[string, bigint, bigint | undefined, string]>([
  ['without coins on a chain without fees (besu-docs 1458)', 0n, 0n, 'ok'],
  ['without coins', 0n, 1_000_000_000n, 'problem'],
  ['without coins while the price is unknown', 0n, undefined, 'problem'],
  ['with coins', 10n ** 18n, 1_000_000_000n, 'ok'],
])('behavior: doctor about a relayer %s: %d wei, price %s → %s', (_, wei, price, level) => {
  expect(checkRelayer({ relayer: RELAYER, wei }, price)).toMatchObject({ level })
})

test.each<[string, Parameters<typeof checkLogs>[0], string, RegExp]>([
  ['that returns logs', { logs: 'understood', lackingFrom: undefined }, 'ok', /returns logs/],
  [
    'that has deleted logs',
    { logs: 'understood', lackingFrom: 7n },
    'problem',
    /deleted the logs from block 7/,
  ],
  ['that rejects eth_getLogs', { logs: 'refused', lackingFrom: undefined }, 'warning', /rejects eth_getLogs/],
])('behavior: doctor about a node %s', (_, found, level, detail) => {
  expect(checkLogs(found)).toMatchObject({ level, detail: expect.stringMatching(detail) })
})
