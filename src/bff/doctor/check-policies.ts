import type { DoctorFinding } from '#shared/org/doctor.ts'
import { widgetTag } from './check-script.ts'
import { allows, decidingDirective, parsePolicies, withOrigin, type Loaded } from './content-policy.ts'
import type { Check, Examined } from './examined.ts'

const WORDS = {
  script: {
    check: 'script-policy',
    blocked: 'The content security policy blocks the widget’s script',
    effect: 'The widget does not appear.',
    allowed: 'The content security policy allows the script',
  },
  connect: {
    check: 'connect-policy',
    blocked: 'The content security policy blocks the widget’s requests',
    effect: 'The widget appears and says that it cannot connect (NETWORK_FAILED).',
    allowed: 'The content security policy allows the requests',
  },
} as const

/** Whether every policy of the page, of its header and in its text, lets the script run. */
export const checkScriptPolicy: Check = (examined) => {
  const found = widgetTag(examined)
  const url = found?.url ?? new URL('/widget/v1/', examined.publicUrl)
  const loaded =
    found === undefined ? { url } : { url, integrity: found.tag.integrity, nonce: found.tag.nonce }
  return [checkPolicy(examined, 'script', loaded)]
}

/** Whether the widget may call this server from the page. */
export const checkConnectPolicy: Check = (examined) => {
  const url = new URL('/api/widget/config', examined.publicUrl)
  return [checkPolicy(examined, 'connect', { url })]
}

function checkPolicy(examined: Examined, kind: 'script' | 'connect', loaded: Loaded): DoctorFinding {
  const { page, html } = examined
  const header = page.headers.get('content-security-policy') ?? ''
  const policies = [header, ...html.policies].flatMap(parsePolicies)
  const words = WORDS[kind]
  const blocking = policies.filter((policy) => !allows(policy, kind, loaded, page.url))
  if (blocking.length === 0) {
    const meaning =
      policies.length === 0 ? 'The page has no policy, so nothing is blocked.' : 'Nothing has to be added.'
    return { check: words.check, level: 'ok', title: words.allowed, meaning }
  }
  const seen = blocking.map((policy) => {
    const directive = decidingDirective(policy, kind)
    return directive === undefined ? '' : [directive.name, ...directive.sources].join(' ')
  })
  const fix = blocking.map((policy) => withOrigin(policy, kind, loaded.url.origin)).join('\n')
  return {
    check: words.check,
    level: 'problem',
    title: words.blocked,
    meaning: `${words.effect} ${where(header, html.policies)}`,
    advice: 'Put exactly this directive in the place of the one that is there. It allows nothing else.',
    seen: seen.join('\n'),
    fix,
  }
}

function where(header: string, metas: readonly string[]): string {
  if (header !== '' && metas.length > 0)
    return 'The policy is in the Content-Security-Policy header and in a <meta> tag; each has to allow.'
  return header === ''
    ? 'The policy is in a <meta> tag of the page.'
    : 'The policy is in the Content-Security-Policy header.'
}

const FEATURES = ['publickey-credentials-create', 'publickey-credentials-get'] as const

/** Whether the page forbids itself the passkeys that the widget asks for. */
export const checkPasskeyPolicy: Check = ({ page }) => {
  const header = page.headers.get('permissions-policy') ?? ''
  const blocked = FEATURES.filter((feature) => isBlocked(header, feature, page.url.origin))
  if (blocked.length === 0) {
    return [
      {
        check: 'passkey-policy',
        level: 'ok',
        title: 'The permissions policy allows passkeys',
        meaning:
          header === ''
            ? 'The page has none; its own passkeys are allowed then.'
            : 'Creating and using passkeys is allowed on this page.',
      },
    ]
  }
  return [
    {
      check: 'passkey-policy',
      level: 'problem',
      title: 'The permissions policy forbids passkeys',
      meaning: `It blocks ${blocked.join(' and ')}: the browser’s prompt never opens (PASSKEY_BLOCKED).`,
      advice: 'Allow the page itself in the Permissions-Policy header.',
      seen: header,
      fix: blocked.map((feature) => `${feature}=(self)`).join(', '),
    },
  ]
}

/** Structured fields: `name=(self "https://a.example")`, `name=*`, `name=()`. */
function isBlocked(header: string, feature: string, origin: string): boolean {
  const value = new RegExp(`(?:^|,)\\s*${feature}\\s*=\\s*(\\([^)]*\\)|\\*|self)`, 'i').exec(header)?.[1]
  if (value === undefined) return false
  return !(value === '*' || /\bself\b/i.test(value) || value.includes('*') || value.includes(`"${origin}"`))
}

/** Whether a foreign page could put this one into a frame and lay something over it. */
export const checkFrame: Check = ({ page }) => {
  const policy = page.headers.get('content-security-policy') ?? ''
  const isGuarded = page.headers.has('x-frame-options') || /\bframe-ancestors\b/i.test(policy)
  const opener = page.headers.get('cross-origin-opener-policy')
  if (!isGuarded) {
    return [
      {
        check: 'frame',
        level: 'warning',
        title: 'Any site may show the page in a frame',
        meaning:
          'Somebody could lay their own buttons over it. The passkey prompt in such a frame is refused, the rest of the page is not.',
        advice: 'Say in the Content-Security-Policy header who may.',
        fix: "frame-ancestors 'self';",
      },
    ]
  }
  const note =
    opener === null
      ? ''
      : ` Cross-Origin-Opener-Policy (${opener}) does not disturb the widget: it opens no window that it has to talk to.`
  return [
    {
      check: 'frame',
      level: 'ok',
      title: 'Foreign sites cannot frame the page',
      meaning: `The widget needs no frame of its own.${note}`,
    },
  ]
}

const SKEW_SECONDS_MAX = 60

/** Whether the page's server and this one agree on the time. */
export const checkClock: Check = ({ page, now }) => {
  const date = page.headers.get('date')
  const theirs = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(theirs)) {
    return [
      {
        check: 'clock',
        level: 'ok',
        title: 'The page’s server tells no time',
        meaning: 'There is no Date header to compare. Webhook signatures are only valid within five minutes.',
      },
    ]
  }
  const skew = Math.round((theirs - now.getTime()) / 1_000)
  if (Math.abs(skew) <= SKEW_SECONDS_MAX) {
    return [
      {
        check: 'clock',
        level: 'ok',
        title: 'The clocks agree',
        meaning: 'The page’s server and this one are within a minute.',
      },
    ]
  }
  const direction = skew > 0 ? 'ahead' : 'behind'
  return [
    {
      check: 'clock',
      level: Math.abs(skew) > 240 ? 'problem' : 'warning',
      title: `The page’s server is ${Math.abs(skew)} seconds ${direction}`,
      meaning:
        'Webhook signatures older than five minutes are refused, and what a backend takes for valid may be over.',
      advice:
        'Synchronise its clock (NTP). Behind a cache the Date header may be old: then look at the backend itself.',
      seen: date ?? '',
    },
  ]
}
