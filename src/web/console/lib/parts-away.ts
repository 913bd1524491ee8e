import type { ApiError } from '#web/ui/errors.ts'
import { createListeners } from '#web/ui/stored.ts'
import { readProblemRetry } from './describe-problem.ts'

/**
 * Whether a response has said that a part behind the server is away, such as the chain's node. True until
 * `/readyz` says that no part is away any more.
 */
let isSuspected = false
const listeners = createListeners()
export const subscribeToPartsAway = listeners.subscribe

export function isPartSuspected(): boolean {
  return isSuspected
}

export function setPartSuspected(suspected: boolean): void {
  if (isSuspected === suspected) return
  isSuspected = suspected
  listeners.notify()
}

/** Reads a failed request. A part is away if the same request may succeed at once and the server responded. */
export function notePartAway(error: ApiError): void {
  if (error.code !== 'NETWORK' && readProblemRetry(error) === 'at-once') setPartSuspected(true)
}
