import type { DoctorFinding } from '#shared/org/doctor.ts'
import { isLocalHost, type Check, type Examined } from './examined.ts'

/** Whether browsers give the page passkeys at all. */
export const checkHttps: Check = ({ page }) => {
  const { protocol, hostname } = page.url
  const finding = { check: 'https' } as const
  if (protocol === 'https:') {
    return [
      {
        ...finding,
        level: 'ok',
        title: 'The page is served over https',
        meaning: 'Browsers offer passkeys on it.',
      },
    ]
  }
  if (isLocalHost(hostname)) {
    return [
      {
        ...finding,
        level: 'ok',
        title: 'The page is on this machine',
        meaning: 'On localhost browsers offer passkeys without https. Anywhere else the page needs it.',
      },
    ]
  }
  return [
    {
      ...finding,
      level: 'problem',
      title: 'The page is not served over https',
      meaning: 'Browsers offer no passkeys on it: the widget can neither create a wallet nor sign.',
      advice: 'Serve the page over https and send visitors of the http address there.',
    },
  ]
}

/** Whether one of the organization's integrations knows the page's origin, letter by letter. */
export const checkOrigin: Check = (examined) => {
  const { origin } = examined.page.url
  const finding = { check: 'origin', seen: origin } as const
  const active = examined.integrations.filter((one) => one.revokedAtDatetime === null)
  const chosen = active.find((one) => one.id === examined.integrationId)
  const knowing = active.find((one) => one.origins.includes(origin))
  if (chosen?.origins.includes(origin) === true || (chosen === undefined && knowing !== undefined)) {
    const label = (chosen ?? knowing)?.label ?? ''
    return [
      {
        ...finding,
        level: 'ok',
        title: `The origin is registered for “${label}”`,
        meaning: 'Widget sessions that its backend opens for this origin work on this page.',
      },
    ]
  }
  if (knowing !== undefined) {
    return [
      {
        ...finding,
        level: 'warning',
        title: `The origin is registered, but for “${knowing.label}”`,
        meaning: `A session that the backend of “${chosen?.label ?? ''}” opens is refused on this page.`,
        advice: 'Use the secret of the integration that has this origin, or make one integration with both.',
      },
    ]
  }
  return [
    { ...finding, level: 'problem', ...unknownOrigin(examined, chosen === undefined ? active : [chosen]) },
  ]
}

function unknownOrigin(
  { page }: Examined,
  known: { origins: string[] }[],
): Pick<DoctorFinding, 'title' | 'meaning' | 'advice' | 'fix'> {
  const origins = known.flatMap((one) => one.origins)
  const near = origins.find((one) => new URL(one).hostname === page.url.hostname)
  const fix = page.url.origin
  const advice = 'Create an integration with exactly this origin: scheme, host and port, without a path.'
  if (near !== undefined) {
    const what = new URL(near).protocol === page.url.protocol ? 'port' : 'scheme'
    return {
      title: `The origin is registered with another ${what}`,
      meaning: `${near} is registered, the page is at ${page.url.origin}. Browsers compare the ${what} too, so the widget is refused.`,
      advice,
      fix,
    }
  }
  return {
    title: 'The origin is not registered',
    meaning: 'No active integration has it: the widget is refused on this page with ORIGIN_REFUSED.',
    advice,
    fix,
  }
}

/** Whether a passkey of the page can belong to one of the organization's domains. */
export const checkDomain: Check = ({ page, html, domains }) => {
  const host = page.url.hostname
  const asked = html.widgets
    .map((widget) => widget.get('rp-id'))
    .find((rpId) => rpId !== undefined && rpId !== '')
  const rpId = asked ?? host
  const finding = { check: 'domain', seen: rpId } as const
  if (asked !== undefined && !/^[a-z0-9.-]+$/i.test(asked)) {
    return [
      {
        ...finding,
        level: 'problem',
        title: 'rp-id is not a host name',
        meaning: `The widget was told rp-id="${asked}". A passkey’s domain has no scheme, no port and no path.`,
        advice: 'Write the bare host name.',
        fix: `rp-id="${bareHost(asked) ?? host}"`,
      },
    ]
  }
  if (host !== rpId && !host.endsWith(`.${rpId}`)) {
    return [
      {
        ...finding,
        level: 'problem',
        title: 'rp-id is of another site',
        meaning: `The page is at ${host}; browsers refuse passkeys of ${rpId} on it.`,
        advice: `Use ${host} or a domain above it, or leave rp-id out.`,
      },
    ]
  }
  const domain = domains.find((one) => one.domain === rpId)
  if (domain !== undefined && domain.verifiedAtDatetime !== null) {
    return [
      {
        ...finding,
        level: 'ok',
        title: `${rpId} is a proved domain of the organization`,
        meaning: 'Passkeys made on this page belong to it, and wallets can be created.',
      },
    ]
  }
  const above = domains.find((one) => one.verifiedAtDatetime !== null && rpId.endsWith(`.${one.domain}`))
  if (above !== undefined) return [{ ...finding, ...belowDomain(above.domain, rpId) }]
  return [
    {
      ...finding,
      level: 'problem',
      title: domain === undefined ? `${rpId} is not registered` : `${rpId} is not proved yet`,
      meaning: 'Creating a wallet is refused with RP_ID_HASH_NOT_REGISTERED.',
      advice:
        domain === undefined
          ? 'Add this domain under Domains and prove it.'
          : 'Publish its proof and check it under Domains.',
    },
  ]
}

function belowDomain(
  above: string,
  rpId: string,
): Pick<DoctorFinding, 'level' | 'title' | 'meaning' | 'advice' | 'fix'> {
  return {
    level: 'problem',
    title: `Only ${above} is registered, not ${rpId}`,
    meaning: 'Without rp-id the widget takes the page’s own host, whose hash is another.',
    advice: `Tell the widget to use ${above}: its passkeys then work on every page below it.`,
    fix: `rp-id="${above}"`,
  }
}

function bareHost(text: string): string | undefined {
  const url = text.includes('://') ? text : `https://${text}`
  return URL.canParse(url) ? new URL(url).hostname : undefined
}
