/** Policy for pages: only our own scripts and styles, no injection sink without a policy, no framing. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Token logos are hosted anywhere.
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
/**
 * Policy for the receipt page. The page may connect to any node that the reader chooses, but without TLS only to this
 * computer.
 */
export const VERIFIER_POLICY = [
  ...PAGE_POLICY.filter((rule) => !rule.startsWith('connect-src') && !rule.startsWith('img-src')),
  "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
  "img-src 'self'",
  "trusted-types 'none'",
].join('; ')
export const CONSOLE_POLICY = [...PAGE_POLICY, "trusted-types 'none'"].join('; ')

/**
 * Policy for the page of an app with a service worker. The script's URL is an injection sink, so one Trusted Types
 * policy is allowed, which accepts only that script.
 */
export const WORKED_PAGE_POLICY = [...PAGE_POLICY, "worker-src 'self'", 'trusted-types latchkey-worker'].join(
  '; ',
)

/** Policy for a service worker, which requests only files of its own site. */
export const WORKER_POLICY =
  "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Policy for data, which is never a document. A browser that renders it anyway runs nothing. */
const DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

const PERMISSIONS = [
  'publickey-credentials-get=(self)',
  'publickey-credentials-create=(self)',
  'clipboard-write=(self)',
  ...['camera', 'microphone', 'geolocation', 'payment', 'usb', 'clipboard-read'].map((name) => `${name}=()`),
].join(', ')

/** The header excludes subdomains, because the deployment may be at the top of a domain with other sites. */
const HSTS = 'max-age=63072000'

/** Sets the security headers of a response. Keeps headers that the response already has. */
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
