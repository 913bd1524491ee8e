/** The three kinds of page: with the element, around a frame with it, and within that frame. */
export type PageKind = 'shop' | 'host' | 'frame'

/** Origins as browsers write them. `shop` is the page's own, `frame` that of the wallet's subdomain. */
export type Origins = { latchkey: string; shop: string; frame: string }

/** The headers that docs/widget.md recommends for each kind of page, and nothing weaker. */
export function policiesOf(kind: PageKind, origins: Origins): Record<string, string> {
  const allowed = kind === 'host' ? `(self "${origins.frame}")` : '(self)'
  const opener = OPENERS[kind]
  return {
    'content-security-policy': contentPolicy(kind, origins),
    'permissions-policy': `publickey-credentials-create=${allowed}, publickey-credentials-get=${allowed}`,
    ...(opener === undefined ? {} : { 'cross-origin-opener-policy': opener }),
  }
}

/** A frame may have to open a window and get messages from it. */
const OPENERS: Record<PageKind, string | undefined> = {
  shop: 'same-origin',
  host: 'same-origin-allow-popups',
  frame: undefined,
}

function contentPolicy(kind: PageKind, { latchkey, shop, frame }: Origins): string {
  const isFrame = kind === 'frame'
  return [
    "default-src 'none'",
    `script-src ${isFrame ? '' : "'self' "}${latchkey}/widget/v1/`,
    `connect-src ${isFrame ? '' : "'self' "}${latchkey}/api/widget/`,
    "style-src 'self'",
    "img-src 'self'",
    ...(kind === 'host' ? [`frame-src ${frame}`] : []),
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${isFrame ? shop : "'none'"}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}
