import { domainToASCII } from 'node:url'
import { isDomain, isWithinDomain } from '#protocol/passkey/origin.ts'
import { fieldError } from '#server-kit/http/validate.ts'

/** The last label of a name that can be registered: letters, or an internationalized one in its ASCII form. */
const LAST_LABEL = /^([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/

/**
 * The ASCII form of a relying-party domain in lower case, as browsers hash it. A single label such as `com`
 * is nobody's, an IP address can hold no passkey, and `localhost` is everybody's: it counts in the sandbox
 * alone.
 *
 * @throws VALIDATION_FAILED
 */
export function normaliseDomain(text: string, { sandbox }: { sandbox: boolean }): string {
  // A URL parser would drop what these begin, and register another name than was written.
  const domain = /[/?#%\s]/.test(text) ? '' : domainToASCII(text)
  const labels = domain.split('.')
  if (isLocal(domain)) {
    if (sandbox && isDomain(domain)) return domain
    throw fieldError('domain', 'must not be localhost, which is every machine’s own')
  }
  if (!isDomain(domain) || labels.length < 2 || !LAST_LABEL.test(labels.at(-1) ?? '')) {
    throw fieldError('domain', 'must be a host name such as shop.example, without scheme, port and path')
  }
  return domain
}

/** Names that mean this machine and have no owner to ask (RFC 6761). */
export function isLocal(domain: string): boolean {
  return isWithinDomain(domain, 'localhost')
}
