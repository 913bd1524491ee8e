import { expect, type Page } from '@playwright/test'
import type { SignedTransaction } from './decode-signed.ts'
import { requireWatched } from './watch-signed.ts'

/**
 * The expected transfer: ERC-20 by `amount`, ERC-721 by `tokenId`, ERC-1155 by both or by `items`.
 *
 * @example
 * const expected: ExpectedTransfer = { token: COIN, to: SHOP, amount: 12_500_000n }
 */
export type ExpectedTransfer = {
  token: string
  to: string
  /** In base units. */
  amount?: string | bigint
  tokenId?: string | bigint
  items?: { tokenId: string; amount: string }[]
}
/**
 * The expected approval: ERC-20 by `amount`, ERC-721 by `tokenId`.
 *
 * @example
 * const expected: ExpectedApproval = { token: COIN, spender: SHOP, amount: '0' }
 */
export type ExpectedApproval = {
  token: string
  spender: string
  amount?: string | bigint
  tokenId?: string | bigint
}
/**
 * The expected approval of an operator for a whole collection.
 *
 * @example
 * const expected: ExpectedOperator = { token: COLLECTION, operator: MARKET, approved: false }
 */
export type ExpectedOperator = { token: string; operator: string; approved: boolean }

const TIMEOUT_MS = 20_000

/**
 * Assertions on the last transaction that a page has signed. Each one except `nothing` waits for it and
 * returns it.
 *
 * @example
 * const signed: SignedExpectation = expectSigned(page)
 * await signed.toCall({ to: SHOP, data: '0x' })
 */
export type SignedExpectation = {
  toTransfer: (expected: ExpectedTransfer) => Promise<SignedTransaction>
  toApprove: (expected: ExpectedApproval) => Promise<SignedTransaction>
  toSetOperator: (expected: ExpectedOperator) => Promise<SignedTransaction>
  /** Any other call, compared by its bytes. */
  toCall: (expected: { to: string; data: string }) => Promise<SignedTransaction>
  /** Asserts that the page has sent nothing so far. Call it once the page shows that it is done. */
  nothing: () => void
}

/**
 * Assertions on the transactions that `page` has signed. They are decoded from the bytes that the passkey
 * signed, not read from the page's texts.
 *
 * @example
 * const { fee } = await expectSigned(page).toTransfer({ token: COIN, to: SHOP, amount: '12500000' })
 * expect(fee).toBe('0')
 */
export function expectSigned(page: Page): SignedExpectation {
  const watched = requireWatched(page)
  const matches = async (expected: Record<string, unknown>) => {
    let last: SignedTransaction | undefined
    await expect(async () => {
      expect(watched.faults, 'requests that were not signed as they were handed in').toEqual([])
      last = watched.transactions.at(-1)
      expect(last, 'the last signed transaction').toMatchObject(expected)
    }).toPass({ timeout: TIMEOUT_MS })
    if (last === undefined) throw new Error('nothing was signed')
    // The page received an event with the same digest before the prompt, so it could have stopped this
    // transaction.
    await expect.poll(() => watched.announced, { timeout: TIMEOUT_MS }).toContain(last.digest)
    return last
  }
  return {
    toTransfer: ({ token, to, ...what }) =>
      matches({
        kind: expect.stringMatching(/transfer/),
        token: token.toLowerCase(),
        fields: { to: to.toLowerCase(), ...texts(what) },
      }),
    toApprove: ({ token, spender, amount, tokenId }) =>
      matches({
        kind: expect.stringMatching(/approve/),
        token: token.toLowerCase(),
        // ERC-20 and ERC-721 use the same bytes for an approval, so the number is an amount or an id.
        fields: { spender: spender.toLowerCase(), number: String(amount ?? tokenId) },
      }),
    toSetOperator: ({ token, operator, approved }) =>
      matches({
        kind: approved ? 'set-approval-for-all' : 'revoke-approval-for-all',
        token: token.toLowerCase(),
        fields: { operator: operator.toLowerCase() },
      }),
    toCall: ({ to, data }) => matches({ token: to.toLowerCase(), data: data.toLowerCase() }),
    nothing() {
      expect(watched.faults).toEqual([])
      expect(watched.transactions, 'signed transactions').toEqual([])
    },
  }
}

function texts(what: Omit<ExpectedTransfer, 'token' | 'to'>): Record<string, unknown> {
  const known = Object.entries(what).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    known.map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value]),
  )
}
