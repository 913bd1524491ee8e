import { ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import type { Asking } from '#bff/context.ts'
import type { DoctorFinding } from '#protocol/doctor.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'
import type { Check } from './examined.ts'

/** A request's duration and the usual difference of network-set clocks. */
const AGREE_SECONDS_MAX = 60
/** Of the five minutes for which webhook signatures hold, and the ten for which a widget token does. */
const PROBLEM_SECONDS = 240
/** A chain with rare blocks is as late as its last one. */
const CHAIN_BEHIND_SECONDS_MAX = 300

type Clock = 'page-clock' | 'browser-clock' | 'chain-clock'

/** Whether the clocks of the page's server and this one agree. */
export const checkPageClock: Check = ({ page, now }) => {
  const date = page.headers.get('date')
  const theirs = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(theirs))
    return [{ check: 'page-clock', level: 'ok', code: 'page-clock-unknown', values: {} }]
  const finding = compared('page-clock', theirs - now.getTime())
  return [finding.level === 'ok' ? finding : { ...finding, seen: date ?? '' }]
}

/** Whether the clocks of the caller's browser and this server agree. Empty where it sent no time. */
export function checkBrowserClock(browserDatetime: string | undefined, now: Date): DoctorFinding[] {
  const theirs = Date.parse(browserDatetime ?? '')
  return Number.isNaN(theirs) ? [] : [compared('browser-clock', theirs - now.getTime())]
}

/** Whether the chain's clock, by which contracts judge expirations, agrees with the service's. */
export async function checkChainClock({ ctx, session }: Asking): Promise<DoctorFinding> {
  const finding = { check: 'chain-clock', level: 'warning', values: {} } as const
  try {
    const { content } = await callUpstream(ctx, session.organization, { endpoint: ORG_ENDPOINTS.getClocks })
    if (content.chainDatetime === null) return { ...finding, code: 'chain-clock-away' }
    const differenceMs = Date.parse(content.chainDatetime) - Date.parse(content.serverDatetime)
    return compared('chain-clock', differenceMs, CHAIN_BEHIND_SECONDS_MAX)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    if (error.code === 'UPSTREAM_LACKS') return { ...finding, level: 'ok', code: 'chain-clock-untold' }
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
