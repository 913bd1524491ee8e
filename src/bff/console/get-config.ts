import type { CallsService, HasHostedChain } from '#bff/context-parts.ts'
import { deriveConfig } from '#bff/upstream/read-config.ts'
import { sendCall, type ForwardedOperation } from './forwarded-call.ts'

/** Returns the service's config, or the configured chain if a hosted service lacks that path. */
export const getConfig: ForwardedOperation<'getConfig', CallsService & HasHostedChain> = (asked) => {
  const call = { ...asked.call, ifLacking: deriveConfig(asked.ctx.settings) }
  return sendCall({ ...asked, call })
}
