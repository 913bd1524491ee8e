import { isWithinDomain } from '#protocol/passkey/origin.ts'
import { WidgetError } from '#widget/errors.ts'

/**
 * Checks before the first step that a page on `host` can use passkeys of `rpId`. On a page of another domain, the
 * browser decides at the prompt, because it reads the file of related origins itself (WebAuthn L3 5.11).
 *
 * @throws WidgetError `RP_ID_MISMATCH` if the browser reports that it has no related origins
 */
export async function requireRelated(host: string, rpId: string): Promise<void> {
  if (isWithinDomain(host, rpId)) return
  const capabilities = await globalThis.PublicKeyCredential?.getClientCapabilities?.()
  if (capabilities?.['relatedOrigins'] !== false) return
  const detail = `${host} is not ${rpId} or below it`
  throw new WidgetError('RP_ID_MISMATCH', { detail, reason: 'unsupported' })
}
