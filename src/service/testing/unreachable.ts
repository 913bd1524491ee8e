import { apiError } from '#server-kit/http/http-error.ts'
import type { Chain } from '#service/chain/chain.ts'
import type { Relay } from '#service/relayer/relay.ts'

/**
 * A chain whose node is unreachable, for code that must not need one, and for code that must fail well without
 * it.
 */
export function unreachableChain(): Chain {
  const refuse = () => Promise.reject(apiError('CHAIN_FAILED'))
  return {
    id: 31_337,
    rpc: { request: refuse },
    sendRawTransaction: refuse,
    onBlock: () => () => undefined,
    hasP256Precompile: true,
    close: () => Promise.resolve(),
    factory: '0x00000000000000000000000000000000000fac70',
  }
}

/** A relay that sends nothing. */
export function unreachableRelay(): Relay {
  const refuse = () => Promise.reject(apiError('CHAIN_FAILED'))
  const nothing = () => Promise.resolve()
  return {
    submit: refuse,
    outcome: refuse,
    funds: () => [],
    bundleThrough: () => undefined,
    start: nothing,
    stop: nothing,
  }
}
