import type { HasClock, HasMetrics } from '#service/context-parts.ts'

const MINUTE_MS = 60_000
/** Number of keys and of organizations that the metrics name. All others share one label value. */
const NAMED_MAX = 5
/** Maximum number of keys that one process counts separately in a minute. All further keys are counted together. */
const COUNTED_MAX = 10_000
const OTHERS = 'others'

type Caller = { organizationId: string; keyId: string }
type Count = Caller & { requests: number }
type Minute = { start: number; counts: Map<string, Count>; uncounted: number }

/**
 * Counts the requests of each key by the minute. The metrics show only the busiest keys and organizations of the last
 * complete minute, however many there are. Requests that a limit refuses count too.
 */
export function createBusiestCallers({ clock, metrics }: HasClock & HasMetrics): {
  count: (caller: Caller) => void
} {
  let current = emptyMinute(-1)
  let last = current

  function enterMinute(): void {
    const start = Math.floor(clock.now().getTime() / MINUTE_MS)
    if (start === current.start) return
    last = start === current.start + 1 ? current : emptyMinute(start - 1)
    current = emptyMinute(start)
  }

  metrics.addCollector(async () => {
    enterMinute()
    const keys = [...last.counts.values()]
    metrics.keyRequests.reset()
    const { named, others } = takeBusiest(keys)
    for (const { organizationId, keyId, requests } of named)
      metrics.keyRequests.set({ organization: organizationId, key: keyId }, requests)
    metrics.keyRequests.set({ organization: OTHERS, key: OTHERS }, others + last.uncounted)
    metrics.organizationRequests.reset()
    const organizations = takeBusiest(sumByOrganization(keys))
    for (const { organizationId, requests } of organizations.named)
      metrics.organizationRequests.set({ organization: organizationId }, requests)
    metrics.organizationRequests.set({ organization: OTHERS }, organizations.others + last.uncounted)
  })

  return {
    count: ({ organizationId, keyId }) => {
      enterMinute()
      const known = current.counts.get(keyId)
      if (known !== undefined) known.requests += 1
      else if (current.counts.size >= COUNTED_MAX) current.uncounted += 1
      else current.counts.set(keyId, { organizationId, keyId, requests: 1 })
    },
  }
}

function emptyMinute(start: number): Minute {
  return { start, counts: new Map(), uncounted: 0 }
}

function sumByOrganization(keys: readonly Count[]): { organizationId: string; requests: number }[] {
  const sums = new Map<string, number>()
  for (const { organizationId, requests } of keys)
    sums.set(organizationId, (sums.get(organizationId) ?? 0) + requests)
  return [...sums].map(([organizationId, requests]) => ({ organizationId, requests }))
}

function takeBusiest<Counted extends { requests: number }>(
  counted: readonly Counted[],
): { named: Counted[]; others: number } {
  const sorted = counted.toSorted((one, other) => other.requests - one.requests)
  const others = sorted.slice(NAMED_MAX).reduce((sum, { requests }) => sum + requests, 0)
  return { named: sorted.slice(0, NAMED_MAX), others }
}
