import { hashMessage, serializeTransaction, stringToHex, type Address, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { SignableMessage } from '#protocol/widget-call.ts'
import { readMessage } from './read-message.ts'

const WALLET: Address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const COIN: Address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const PAGE = { chainId: 10, walletAddress: WALLET, tokens: [], origin: 'https://shop.example', nowMs: 0 }

const read = (message: SignableMessage) => readMessage(message, PAGE)
const ofText = (text: string) => read({ kind: 'text', text })
const ofBytes = (data: Hex) => read({ kind: 'bytes', data })

describe('texts and bytes', () => {
  test('behavior: displays the whole text and hashes it like viem', () => {
    const text = `Line one\n\tLine two ❤️ ${'x'.repeat(5_000)}`
    expect(ofText(text)).toMatchObject({ kind: 'text', text, hash: hashMessage(text), warnings: [] })
    const canonical = { kind: 'bytes', data: stringToHex(text) }
    expect(ofBytes(stringToHex(text))).toEqual({ ...ofText(text), canonical })
  })

  test('behavior: displays invisible marks as their codes', () => {
    const text = 'Pay \u202eELPOEP\u202c 10\u200b0'
    const { text: shown, warnings, hash } = ofText(text) ?? {}
    expect(shown).toBe('Pay \\u{202e}ELPOEP\\u{202c} 10\\u{200b}0')
    expect([warnings, hash]).toEqual([['hidden'], hashMessage(text)])
  })

  test('behavior: displays bytes that are no text as hex, with an unknown effect', () => {
    const data = '0x00ff10'
    expect(ofBytes(data)).toMatchObject({ kind: 'data', text: data, warnings: ['unread'] })
    expect(ofBytes(data)?.hash).toBe(hashMessage({ raw: data }))
  })

  const hash = `0x${'ab'.repeat(32)}` as const
  const unsigned = serializeTransaction({
    type: 'eip1559',
    chainId: 10,
    to: COIN,
    value: 1n,
    data: '0xa9059cbb',
    gas: 21_000n,
  })
  const legacy = serializeTransaction({
    type: 'legacy',
    to: COIN,
    value: 1n,
    gasPrice: 1n,
    gas: 21_000n,
    nonce: 3,
  })
  const long = serializeTransaction({ type: 'eip1559', chainId: 10, to: COIN, data: `0x${'ab'.repeat(500)}` })
  const typed: Hex = `0x1901${'ab'.repeat(64)}`
  test.each([
    ['a hash', hash],
    ['a transaction', unsigned],
    ['a transaction of the old form', legacy],
    ['a long transaction', long],
    ['what EIP-712 hashes', typed],
  ])('error: refuses %s, as bytes and as a text', (_what, data) => {
    expect(ofBytes(data)).toBeUndefined()
    expect(ofText(data)).toBeUndefined()
    expect(ofText(` ${data.slice(2).toUpperCase()}\n`)).toBeUndefined()
  })

  test.each(['1972', 'c0', 'deadbeef', 'a text of just thirty-two letters', `${hash} is the hash`])(
    'behavior: %j is only a text',
    (text) => {
      expect(ofText(text)?.warnings).toEqual([])
    },
  )

  test.each([`${'x'.repeat(31)}#`, 'I accept the terms.\nAll of them.', '12345678901234567890123456789012'])(
    'error: a text of 32 bytes, %j, may be a hash that was searched for',
    (text) => {
      expect(ofText(text)).toMatchObject({ kind: 'text', warnings: ['unread'] })
      expect(ofBytes(stringToHex(text))).toMatchObject({ kind: 'text', text, warnings: ['unread'] })
      expect(ofText(`${text}#`)?.warnings).toEqual([])
    },
  )

  test('error: refuses 32 unreadable bytes, and marks other bytes that are no text red', () => {
    expect(ofText('\u0001'.repeat(32))).toBeUndefined()
    expect(ofText('\u0001'.repeat(31))).toMatchObject({ kind: 'data', warnings: ['unread'] })
  })

  test('error: refuses half a character', () => {
    expect(() => ofText('\ud800')).toThrow('surrogate')
  })

  test('behavior: reports a malformed sign-in as one', () => {
    const text = 'shop.example wants you to sign in with your Ethereum account:\nnobody'
    expect(ofText(text)).toMatchObject({ kind: 'sign-in', warnings: ['malformed'], text })
  })
})
