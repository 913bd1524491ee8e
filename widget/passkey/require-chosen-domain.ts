import { isWithinDomain } from '#protocol/passkey/origin.ts'
import { WidgetError } from '#widget/errors.ts'

/**
 * Requires that a passkey's domain is the page's, or the one that the page chose by its `rp-id`. The domain of a wallet
 * comes from the server, which must not choose one elsewhere.
 *
 * @throws WidgetError `RP_ID_MISMATCH` before a prompt
 */
export function requireChosenDomain(page: { host: string; rpId: string }, rpId: string): void {
  if (isWithinDomain(page.host, rpId) || rpId === page.rpId) return
  throw new WidgetError('RP_ID_MISMATCH', { detail: `${page.host} is not ${rpId} or below it` })
}
