import { count, object, text } from './checks.ts'
import type { KeyValueStore } from './memory.ts'

/** What an amount of a token is drawn with. */
export type TokenFacts = { decimals: number; symbol: string }

const isFacts = object<TokenFacts>({ decimals: count(255), symbol: text() })

/**
 * What this browser has seen of tokens, by chain and address. A later change would alter the value of displayed and
 * typed amounts.
 */
export function tokenMemory(store: KeyValueStore, chainId: number) {
  const keyOf = (token: string) => `latchkey:token:${chainId}:${token.toLowerCase()}`
  return {
    known(token: string): TokenFacts | undefined {
      try {
        const stored: unknown = JSON.parse(store.getItem(keyOf(token)) ?? '')
        return isFacts(stored) ? stored : undefined
      } catch {
        return undefined
      }
    },
    keep: (token: string, facts: TokenFacts) => store.setItem(keyOf(token), JSON.stringify(facts)),
  }
}
