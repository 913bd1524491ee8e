/** Only our own scripts and styles, no injection sink without a policy, no framing. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Issuers host the logos of their tokens anywhere.
  "img-src 'self' data: https:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'report-uri /api/csp-report',
]
/** The receipt page connects to any node that its reader chooses; on this computer without TLS. */
export const VERIFIER_POLICY = [
  ...PAGE_POLICY.filter((rule) => !rule.startsWith('connect-src') && !rule.startsWith('img-src')),
  "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
  "img-src 'self'",
  "trusted-types 'none'",
].join('; ')
export const CONSOLE_POLICY = [...PAGE_POLICY, "trusted-types 'none'"].join('; ')

/**
 * The page of an app with a service worker: its script's address is an injection sink, so the one Trusted Types
 * policy of this name is allowed, which accepts that script alone.
 */
export const WORKED_PAGE_POLICY = [...PAGE_POLICY, "worker-src 'self'", 'trusted-types latchkey-worker'].join(
  '; ',
)

/** A service worker: requests files of its own site, and nothing else. */
export const WORKER_POLICY =
  "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Data is never a document: a browser that renders it anyway runs nothing. */
const DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

const PERMISSIONS = [
  'publickey-credentials-get=(self)',
  'publickey-credentials-create=(self)',
  'clipboard-write=(self)',
  ...['camera', 'microphone', 'geolocation', 'payment', 'usb', 'clipboard-read'].map((name) => `${name}=()`),
].join(', ')

/** Not for subdomains: the deployment may be at the top of a domain with other sites. */
const HSTS = 'max-age=63072000'

/** Sets the headers of every answer; those that the answer has already stay. */
export function setSecurityHeaders(settings: { cookies: { secure: boolean } }, response: Response): void {
  const { headers } = response
  const page = headers.get('content-type')?.startsWith('text/html') === true
  const defaults: Record<string, string> = {
    'content-security-policy': page ? CONSOLE_POLICY : DATA_POLICY,
    'permissions-policy': PERMISSIONS,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    ...(settings.cookies.secure ? { 'strict-transport-security': HSTS } : {}),
  }
  for (const [name, value] of Object.entries(defaults)) {
    if (!headers.has(name)) headers.set(name, value)
  }
}
