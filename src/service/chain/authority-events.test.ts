import { encodeAbiParameters, padHex, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { AUTHORITY_TOPICS, readAuthorityEvent } from './authority-events.ts'
import type { ChainLog } from './chain-log.ts'

const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7'
const CO_SIGNER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const [set, started, objected, kept, added, removed, recovered] = AUTHORITY_TOPICS
const word = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])
const words = (...values: bigint[]): Hex => `0x${values.map((value) => word(value).slice(2)).join('')}`
const addressWord = padHex(CO_SIGNER)

function log(topics: (Hex | undefined)[], data: Hex = '0x'): ChainLog {
  return {
    address: WALLET,
    topics: topics.flatMap((topic) => topic ?? []),
    data,
    blockNumber: 1n,
    blockHash: word(1n),
    transactionHash: word(2n),
    logIndex: 0n,
    blockTimestamp: undefined,
  }
}

const key = { number: 3, x: 7n, y: 8n }

test.each([
  ['CoSignerSet', log([set, addressWord]), { kind: 'co-signer-set', coSigner: CO_SIGNER }],
  ['CoSignerSet to zero', log([set, word(0n)]), { kind: 'co-signer-removed' }],
  [
    'CoSignerRemovalStarted',
    log([started, addressWord], word(9n)),
    { kind: 'removal-started', endsAtSeconds: 9n },
  ],
  [
    'CoSignerRemovalObjected',
    log([objected, addressWord], word(9n)),
    { kind: 'removal-delayed', endsAtSeconds: 9n },
  ],
  ['CoSignerKept', log([kept, addressWord]), { kind: 'removal-cancelled' }],
  ['RecoveryFinished', log([recovered], words(7n, 8n)), { kind: 'removal-cancelled' }],
  ['KeyAdded', log([added, word(3n)], words(7n, 8n)), { kind: 'key-added', key }],
  ['KeyRemoved', log([removed, word(3n)], words(7n, 8n)), { kind: 'key-removed', key }],
])('param: reads %s', (_, given, change) => {
  expect(readAuthorityEvent(given)).toMatchObject({
    ...change,
    wallet: WALLET.toLowerCase(),
    transactionHash: word(2n),
  })
})

test.each([
  ['another event', log([word(5n), addressWord])],
  ['no topic', log([])],
  ['a missing topic', log([set])],
  ['a missing word', log([added, word(3n)], word(7n))],
  ['no data', log([started, addressWord])],
])('error: %s is not a change', (_, given) => {
  expect(readAuthorityEvent(given)).toBeUndefined()
})
