import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { CallDescription } from '#protocol/display/call-description.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { count, either, listOf, object, oneOf, text } from '#widget/checks.ts'
import { WidgetError } from '#widget/errors.ts'
import type { HasConfig, HasMemory } from '#widget/flows/context-parts.ts'
import type { HasInput } from '#widget/flows/send-parts.ts'
import type { Confirmation } from '#widget/flows/send-screens.ts'
import type { KeyValueStore } from '#widget/memory.ts'
import type { DrawnAmount, TokenFacts } from './notes.ts'

const SYMBOL_LENGTH_MAX = 16
/** Decimals of every native token: one has 10^18 wei. */
const NATIVE_DECIMALS = 18

/** The server's two responses about tokens. Undefined if it sent none. */
type TokenAnswers = { list: readonly TokenAt[] | undefined; balances: unknown }
type TokenAt = { address: string; decimals: number; symbol: string }

/** `decimals` is null for a token that reports none. */
const areBalances = listOf(object({ tokenAddress: text(), decimals: either(oneOf([null]), count(255)) }))

/**
 * Returns the amounts whose decimals only the server reports. Their base units must be displayed. The list,
 * the balances, this browser and the page must agree with the displayed decimals and symbols, or nothing is
 * signed.
 *
 * @throws WidgetError `CALL_MISMATCH`, with the token in `detail`
 */
export function checkAmounts(
  { deps, input, config }: HasConfig & HasMemory & HasInput<'tokenAddress' | 'attribute'>,
  drawn: readonly DrawnAmount[],
  { list, balances }: TokenAnswers,
): DrawnAmount[] {
  const memory = tokenMemory(deps.memory.store, config.chainId)
  const held = areBalances(balances) ? balances : []
  const seen: DrawnAmount[] = []
  const unpinned = drawn.filter((amount) => {
    const { token, decimals, symbol } = amount
    const isNative = sameAddress(token, ZERO_ADDRESS)
    const known = isNative ? { decimals: NATIVE_DECIMALS, symbol } : memory.known(token)
    const listed = list?.find(({ address }) => sameAddress(address, token))
    const holding = held.find(({ tokenAddress }) => sameAddress(tokenAddress, token))
    const isPinned = sameAddress(token, input.tokenAddress ?? '')
    const pinned = isPinned ? input.attribute?.('token-decimals') : undefined
    const pinnedSymbol = isPinned ? input.attribute?.('token-symbol') : undefined
    const isSame = [listed, holding, known].every((one) => (one?.decimals ?? decimals) === decimals)
    const isNamed = (known?.symbol ?? symbol) === symbol && (pinnedSymbol ?? symbol) === symbol
    if (!isSame || !isNamed || (pinned ?? String(decimals)) !== String(decimals))
      throw new WidgetError('CALL_MISMATCH', { detail: `decimals or symbol of ${token}` })
    if (listed !== undefined && holding !== undefined) seen.push(amount)
    return known === undefined && pinned === undefined
  })
  for (const { token, decimals, symbol } of seen) memory.keep(token, { decimals, symbol })
  return unpinned
}

/**
 * Every amount that is displayed with a token's decimals: of the call, of each call in a batch, and of the
 * fee.
 */
export function drawnAmounts({ fee }: Confirmation, parts: readonly CallDescription[]): DrawnAmount[] {
  const ofCalls = parts.flatMap(({ fields }) => {
    const called = fields.find(({ label }) => label === 'token')?.value
    return fields.flatMap(({ label, value }) =>
      value.kind === 'amount'
        ? [
            {
              token: label === 'amount' && called?.kind === 'address' ? called.address : ZERO_ADDRESS,
              units: BigInt(value.units),
              decimals: value.decimals,
              symbol: value.symbol,
            },
          ]
        : [],
    )
  })
  if (fee?.coin?.listed !== true) return ofCalls
  const { decimals, symbol } = fee.coin
  const name = harmlessText(symbol, SYMBOL_LENGTH_MAX).text
  return [...ofCalls, { token: fee.tokenAddress, units: fee.units, decimals, symbol: name }]
}

const isFacts = object({ decimals: count(255), symbol: text() })

/**
 * Token facts that this browser has seen, by chain and address. A later change would alter the value of
 * displayed and typed amounts.
 */
function tokenMemory(store: KeyValueStore, chainId: number) {
  const toKey = (token: string) => `latchkey:token:${chainId}:${token.toLowerCase()}`
  return {
    known(token: string): TokenFacts | undefined {
      try {
        const stored: unknown = JSON.parse(store.getItem(toKey(token)) ?? '')
        return isFacts(stored) ? stored : undefined
      } catch {
        return undefined
      }
    },
    keep: (token: string, facts: TokenFacts) => store.setItem(toKey(token), JSON.stringify(facts)),
  }
}
