import { findIntegrations } from '#bff/console/integration-store.ts'
import type {
  CallsService,
  HasClock,
  HasDatabase,
  HasFetchTarget,
  HasLimits,
  HasPublicUrl,
  HasWidgetFiles,
} from '#bff/context-parts.ts'
import type { Asking } from '#bff/context.ts'
import type { AskedOf, ConsoleOperation } from '#bff/http/console-operation.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'
import { harmlessText } from '#protocol/display/text.ts'
import type { DoctorFinding } from '#protocol/doctor.ts'
import { ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { validationError } from '#server-kit/http/validate.ts'
import { checkFramed, checkDomain, checkHttps, checkOrigin } from './check-address.ts'
import {
  checkConnectPolicy,
  checkFrame,
  checkPasskeyPolicy,
  checkScriptPolicy,
  checkScript,
} from './check-policies.ts'
import { checkRelated, loadPageRelation } from './check-related.ts'
import { isReadWhole } from './content-policy.ts'
import { widgetFiles, type Examined, loadPage, type LoadedPage } from './examined.ts'
import { readHtml } from './read-html.ts'

const CHECKS = [
  checkHttps,
  checkOrigin,
  checkDomain,
  checkRelated,
  checkScript,
  checkScriptPolicy,
  checkConnectPolicy,
  checkPasskeyPolicy,
  checkFrame,
  checkFramed,
  checkPageClock,
] as const
const SEEN_LENGTH_MAX = 2_000

/**
 * Loads an integrator's page as a browser does and reports problems that stop the widget from working there.
 * Stores no part of the page. Rate limited per person, because it sends requests to other sites.
 *
 * @throws VALIDATION_FAILED for `url`
 */
export const runDoctor: ConsoleOperation<
  'runDoctor',
  CallsService & HasClock & HasDatabase & HasFetchTarget & HasLimits & HasPublicUrl & HasWidgetFiles
> = async (asked) => {
  const { ctx, session, body } = asked
  ctx.limits.doctor.take(session.admin.id)
  const url = pageAddress(body.url)
  const [loaded, chainClock] = await Promise.all([loadPage(ctx, url), checkChainClock(asked)])
  const clocks = [...checkBrowserClock(body.browserDatetime, outside(ctx)), chainClock]
  if ('problem' in loaded) {
    const { problem } = loaded
    const unread = { check: 'page', level: 'problem', code: 'page-unreachable', values: { problem } } as const
    return { url: loaded.url, findings: [unread, ...clocks].map(harmless) }
  }
  const examined = await examine(asked, loaded.page)
  const page = [pageFinding(loaded.page), ...partFinding(examined)]
  const findings = [...page, ...CHECKS.flatMap((check) => check(examined)), ...clocks]
  return { url: loaded.page.url.href, findings: findings.map(harmless) }
}

/** Real time. A sandbox's clock may be ahead of it. */
function outside({ clock }: HasClock): Date {
  return clock.outside?.() ?? clock.now()
}

/** Adds a missing scheme: http for this machine, else https. */
function pageAddress(text: string): string {
  const trimmed = text.trim()
  const isLocal = /^([\w-]+\.)*localhost(:\d+)?(\/|$)/i.test(trimmed)
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)
    ? trimmed
    : `${isLocal ? 'http' : 'https'}://${trimmed}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw validationError([
      { path: 'url', message: 'must be the address of a page, such as https://shop.example/wallet' },
    ])
  }
  url.hash = ''
  return url.href
}

async function examine(
  asked: AskedOf<
    'runDoctor',
    CallsService & HasClock & HasDatabase & HasFetchTarget & HasPublicUrl & HasWidgetFiles
  >,
  page: LoadedPage,
): Promise<Examined> {
  const { ctx, session, body } = asked
  const { organization } = session
  const [integrations, domains, embedOrigins, widget] = await Promise.all([
    findIntegrations(ctx, organization.id),
    callUpstream(ctx, organization, { endpoint: ORG_ENDPOINTS.listDomains }),
    readEmbedOrigins(asked),
    widgetFiles(ctx.widgetDir),
  ])
  const html = await readHtml(page.html)
  return {
    page,
    html,
    integrations,
    integrationId: body.integrationId,
    domains: domains.content,
    relation: await loadPageRelation(ctx, { html, page, domains: domains.content }),
    embedOrigins,
    publicUrl: ctx.settings.publicUrl,
    widget,
    now: outside(ctx),
  }
}

/** The organization's embed origins. Undefined if a hosted service lacks them. */
async function readEmbedOrigins({ ctx, session }: Asking<CallsService>): Promise<string[] | undefined> {
  try {
    const call = { endpoint: ORG_ENDPOINTS.getOrganization }
    return (await callUpstream(ctx, session.organization, call)).content.embedOrigins
  } catch (error) {
    if (error instanceof HttpError) return undefined
    throw error
  }
}

function pageFinding({ status, hops, url }: LoadedPage): DoctorFinding {
  const check = 'page'
  if (status >= 400) {
    const level = status === 401 || status === 403 ? 'warning' : 'problem'
    return { check, level, code: 'page-refused', values: { status } }
  }
  if (hops.length > 0) return { check, level: 'ok', code: 'page-redirected', values: { url: url.href } }
  return { check, level: 'ok', code: 'page-read', values: { status } }
}

/** Returns a finding that the other findings cover only a part of the page. Empty if the whole page was read. */
function partFinding({ page, html }: Examined): DoctorFinding[] {
  const header = page.headers.get('content-security-policy') ?? ''
  if (page.isWhole && html.isWhole && [header, ...html.policies].every(isReadWhole)) return []
  return [{ check: 'page', level: 'warning', code: 'page-partly-read', values: {} }]
}

/** Cleans values from the page and its headers, which are untrusted text. */
function harmless(finding: DoctorFinding): DoctorFinding {
  const clean = (text: string) =>
    text
      .split('\n')
      .map((line) => harmlessText(line, SEEN_LENGTH_MAX).text)
      .join('\n')
  const values = Object.entries(finding.values).map(([name, value]) => [
    name,
    typeof value === 'string' ? clean(value) : value,
  ])
  const { seen, fix } = finding
  return {
    ...finding,
    values: Object.fromEntries(values),
    ...(seen !== undefined && { seen: clean(seen) }),
    ...(fix !== undefined && { fix: clean(fix) }),
  }
}

/** Tolerated clock difference in seconds. Covers a request's duration and the usual error of network time. */
export const AGREE_SECONDS_MAX = 60
/**
 * Clock difference that breaks the widget, in seconds. Webhook signatures are valid for five minutes, widget tokens
 * for ten.
 */
const PROBLEM_SECONDS = 240
/** Tolerated lag of the chain's clock, in seconds. The chain's clock stands still between blocks. */
const CHAIN_BEHIND_SECONDS_MAX = 300

type Clock = 'page-clock' | 'browser-clock' | 'chain-clock'

/** Compares the clocks of the page's server and this server. */
function checkPageClock({ page, now }: Examined): DoctorFinding[] {
  const date = page.headers.get('date')
  const theirs = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(theirs))
    return [{ check: 'page-clock', level: 'ok', code: 'page-clock-unknown', values: {} }]
  const finding = compared('page-clock', theirs - now.getTime())
  return [finding.level === 'ok' ? finding : { ...finding, seen: date ?? '' }]
}

/** Compares the clocks of the caller's browser and this server. Empty if the browser sent no time. */
function checkBrowserClock(browserDatetime: string | undefined, now: Date): DoctorFinding[] {
  const theirs = Date.parse(browserDatetime ?? '')
  return Number.isNaN(theirs) ? [] : [compared('browser-clock', theirs - now.getTime())]
}

/** Compares the clocks of the chain and the service. Contracts use the chain's clock for expirations. */
async function checkChainClock({ ctx, session }: Asking<CallsService>): Promise<DoctorFinding> {
  const finding = { check: 'chain-clock', level: 'warning', values: {} } as const
  try {
    const { content } = await callUpstream(ctx, session.organization, { endpoint: ORG_ENDPOINTS.getClocks })
    if (content.chainDatetime === null) return { ...finding, code: 'chain-clock-away' }
    const differenceMs = Date.parse(content.chainDatetime) - Date.parse(content.serverDatetime)
    return compared('chain-clock', differenceMs, CHAIN_BEHIND_SECONDS_MAX)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    if (error.code === 'UPSTREAM_LACKS') return { ...finding, level: 'ok', code: 'chain-clock-unsupported' }
    return { ...finding, code: 'chain-clock-away' }
  }
}

function compared(check: Clock, differenceMs: number, behindMax = AGREE_SECONDS_MAX): DoctorFinding {
  const difference = Math.round(differenceMs / 1_000)
  const seconds = Math.abs(difference)
  const isFine = difference > 0 ? seconds <= AGREE_SECONDS_MAX : seconds <= behindMax
  if (isFine) return { check, level: 'ok', code: check, values: {} }
  return {
    check,
    level: seconds > PROBLEM_SECONDS ? 'problem' : 'warning',
    code: difference > 0 ? `${check}-ahead` : `${check}-behind`,
    values: { seconds },
  }
}
