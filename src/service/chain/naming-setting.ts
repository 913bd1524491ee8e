import { ApiError } from '#server-kit/http/http-error.ts'
import { RedirectedError } from './read-answer.ts'
import { isAccessRefused, isMethodMissing, isOverLimit, RpcError } from './rpc.ts'

/**
 * Rethrows an error with the name of the setting, so that the operator knows at startup which node does not respond.
 */
export function namingSetting(name: string): (cause: unknown) => never {
  return (cause) => {
    if (!(cause instanceof ApiError)) throw cause
    if (cause.cause instanceof RedirectedError) {
      const sentence = `${name} redirects (${cause.cause.message}). Set it to the address to which it leads.`
      throw new ApiError(cause.code, sentence, { cause })
    }
    throw new ApiError(cause.code, `${name} ${explainFailure(cause)}`, { cause })
  }
}

/**
 * Completes a sentence that begins with the name of a setting: how its node fails, and the next step. Omits the
 * node's own words, because anyone may read the sentence.
 */
function explainFailure(cause: ApiError): string {
  if (cause.code === 'CHAIN_TIMEOUT') return 'does not respond in time. Check the address and that it runs.'
  if (isOverLimit(cause)) return OVER_LIMIT
  if (isAccessRefused(cause)) return ACCESS_REFUSED
  if (!(cause instanceof RpcError))
    return 'does not respond as a node does. Check the address and that it runs.'
  if (isMethodMissing(cause)) return `does not serve ${cause.method}. Use an address that serves it.`
  return `refuses ${cause.method} with the error ${cause.rpcCode}. Check the address, and the key in it.`
}

const OVER_LIMIT =
  'has reached the limit of its provider. Wait, raise the limit of the plan, or use another provider.'

const ACCESS_REFUSED =
  'refuses access (401 or 403). Check the key in the address, and what its provider allows it.'
