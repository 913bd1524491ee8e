import { describe, expect, test } from 'vitest'
import { SENTENCE_TABLE, VERDICTS } from './node-sentences.ts'
import { readPoolSentence, type PoolSentence } from './pool-sentences.ts'

const ADDRESS = '0x336394A3219e71D9d9bd18201d34E95C1Bb7122C'
const HASH = `0x7f657507aee0511e36d2d1972a6b22e917cc89f92b6c12c4dbd57eaabb236960`
const EXAMPLES: Record<string, string> = {
  n: '1500000000',
  minTip: '25000000000',
  minFee: '30000000000',
  hash: HASH,
  address: ADDRESS,
  word: 'word-5',
  amount: '1.10 ether',
  text: '1.10 ether (of them)',
  inner: 'nonce too low',
}
const filled = (sentence: string) =>
  sentence.replaceAll(/\{(\w+)\}/g, (_, place: string) => EXAMPLES[place] ?? '?')

const rows = SENTENCE_TABLE.map((row) => ({ ...row, example: filled(row.sentence) }))

describe('the table of messages', () => {
  test('param: has at least 120 messages, each with client and source, without duplicates', () => {
    expect(rows.length).toBeGreaterThanOrEqual(120)
    for (const { client, source } of rows) expect(`${client}${source}`).not.toMatch(/\{|^\s|\s$/)
    const known = rows.map(({ sentence, client }) => `${sentence} ${client}`)
    expect(known.filter((one, index) => known.indexOf(one) !== index)).toEqual([])
  })

  test.each(rows)('param: $client says: $sentence', ({ verdict, sentence, example }) => {
    const expected = verdict === 'inner' ? 'nonce-too-low' : verdict
    // Some gateways end another node's message with a full stop, or remove it.
    const stopped = example.endsWith('.') ? example.slice(0, -1) : `${example}.`
    for (const said of [example, example.toUpperCase(), `${example}\n`, stopped]) {
      const read = readPoolSentence(said)
      expect(read.verdict).toBe(expected)
      expect(read.minimum?.tip).toBe(sentence.includes('{minTip}') ? 25_000_000_000n : undefined)
      expect(read.minimum?.fee).toBe(sentence.includes('{minFee}') ? 30_000_000_000n : undefined)
    }
  })

  test.each(rows)('error: $client does not say: $sentence and more', ({ verdict, sentence, example }) => {
    // A message that ends with a placeholder also matches if more words follow.
    const isOpen = /\{(text|inner|word)\}[^a-z]*$/.test(sentence)
    if (!isOpen) expect(readPoolSentence(`${example} of another kind`).verdict).not.toBe(verdict)
    expect(readPoolSentence(`is it true that ${example}`).verdict).toBe('unknown')
  })
})

describe('reported messages', () => {
  test.each<[string, PoolSentence]>([
    [
      'transaction gas price below minimum: gas tip cap 1500000000, minimum needed 25000000000',
      { verdict: 'fee-too-low', minimum: { tip: 25_000_000_000n } },
    ],
    [
      'transaction underpriced: address 0x3Cd0A705a2DC65e5b1E1205896BaA2be8A07c6e0 have gas tip cap (0) < pool gas tip cap (225000000000)',
      { verdict: 'fee-too-low', minimum: { tip: 225_000_000_000n } },
    ],
    [
      'Failed imported to deferred pool: Tx with same nonce already inserted. To replace it, you need to specify a gas price > 5',
      { verdict: 'fee-too-low', minimum: { fee: 5n } },
    ],
    ['invalid transaction: exceeds block gas limit', { verdict: 'refused' }],
    ['Transaction line count for module HUB=216 is above the limit 52', { verdict: 'refused' }],
    // category-labs/monad-bft 1539.
    ['An existing transaction had higher priority', { verdict: 'accepted' }],
    ['Transaction fee too low', { verdict: 'fee-too-low' }],
    ['Signer had insufficient balance', { verdict: 'no-funds' }],
    ['Transaction pool is full', { verdict: 'later' }],
    ['Transaction pool is not ready', { verdict: 'busy' }],
    ['unknown transaction type', { verdict: 'refused' }],
    ['unknown transaction', { verdict: 'unknown' }],
    ['is this a known transaction?', { verdict: 'unknown' }],
    ['call failed: OldNonce, Current nonce: 22, nonce of rejected tx: 17', { verdict: 'nonce-too-low' }],
    [
      "failed to forward tx to sequencer, please try again. Error message: 'insufficient funds for gas * price + value'",
      { verdict: 'no-funds' },
    ],
    [
      "[Request ID: e4d09e44-19a4-4eb7-babe-270db4c2ebc9] Gas price '830000000000' is below configured minimum gas price '950000000000'",
      { verdict: 'fee-too-low', minimum: { fee: 950_000_000_000n } },
    ],
    [
      'call failed: gas price too low: 18000000000 wei, use at least tx.gasPrice = 19500000000 wei',
      { verdict: 'fee-too-low', minimum: { fee: 19_500_000_000n } },
    ],
    [
      '0x8886fea47431f99a33a8fa04faa15e890492bc33f96ed215d988fdc09b6c8e52: this transaction is already in the TxPool',
      { verdict: 'accepted' },
    ],
    [
      '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266 tries to send a tx with nonce 0, but account has nonce 1 (tx nonce too low)',
      { verdict: 'nonce-too-low' },
    ],
    ['submit transaction to pool failed: Pool(Stale)', { verdict: 'nonce-too-low' }],
    [
      'Transaction gas price supplied is too low. There is another transaction with same nonce in the queue. Try increasing the gas price or incrementing the nonce.',
      { verdict: 'fee-too-low' },
    ],
    ['gas price not enough to bump transaction', { verdict: 'fee-too-low' }],
    ['Invalid params: Nonce for account too low', { verdict: 'nonce-too-low' }],
    ['ERR_INCORRECT_NONCE', { verdict: 'later' }],
    [
      "the tx doesn't have the correct nonce. account has nonce of: 5 tx has nonce of: 4",
      { verdict: 'later' },
    ],
    [
      "VM Exception while processing transaction: the tx doesn't have the correct nonce. account has nonce of: 41 tx has nonce of: 40 (vm hf=london -> block -> tx)",
      { verdict: 'later' },
    ],
    ['Error processing transaction request: transaction underpriced.', { verdict: 'fee-too-low' }],
    ['call failed: call failed: already known', { verdict: 'accepted' }],
    ['call failed: call failed: call failed: already known', { verdict: 'unknown' }],
    ['call failed: some other thing', { verdict: 'unknown' }],
    ['', { verdict: 'unknown' }],
    [`already known${' '.repeat(5_000)}.`, { verdict: 'unknown' }],
    ['execution reverted: already known', { verdict: 'unknown' }],
  ])('param: %s', (said, read) => {
    expect(readPoolSentence(said)).toEqual(read)
  })

  test('param: every verdict has a message', () => {
    expect(VERDICTS.filter((verdict) => !rows.some((row) => row.verdict === verdict))).toEqual([])
  })
})
