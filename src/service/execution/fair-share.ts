/**
 * Time that an organization below its share may wait before the number of concurrent executions is limited, in
 * milliseconds.
 */
export const WAIT_MS_MAX = 300
/** Wait that the limit aims at, in milliseconds. */
export const WAIT_MS_GOAL = 100
/** Time without a wait above the goal after which the limit is raised, in milliseconds. */
export const RELAX_MS = 10_000
/** Factor by which the limit is raised. */
const GROWTH = 1.5
/** A limit above this number is removed. */
const OPEN_ABOVE = 64
/**
 * Up to this number of concurrent executions, none waits noticeably for the others. Such executions are called calm.
 */
const CALM_MAX = 4
/**
 * Weight with which a calm execution raises the usual duration if it is slower. A faster one replaces the usual
 * duration.
 */
const SLOWER_WEIGHT = 0.002
/** Maximum organizations whose usual duration is remembered. The oldest are forgotten first. */
const REMEMBERED_MAX = 10_000

/** An execution in progress. Times are in milliseconds. */
export type Visit = {
  owner: string
  arrivedAtMs: number
  /** Undefined while it waits for its turn. */
  begunAtMs?: number
  /** Whether at most `CALM_MAX` executions ran when this one began. */
  isCalm?: boolean
}

export type FairShare = {
  /** Maximum number of concurrent executions. Infinity while no organization waits because of another. */
  atOnceMax: () => number
  arrive: (owner: string) => Visit
  begin: (visit: Visit) => void
  leave: (visit: Visit, succeeded: boolean) => void
}

type Options = {
  /** Lower bound of the maximum. */
  atOnceMin: number
  /** Milliseconds of a clock that never goes back. */
  now: () => number
  onChange: (atOnceMax: number) => void
}

/**
 * Decides how many executions may run at once. There is no maximum until an organization below its share waits for
 * more than 300 ms because of others. The maximum is then lowered until such an organization waits for about 100 ms,
 * and raised again after 10 s without a longer wait.
 *
 * An organization is below its share if it has at most half as many executions in progress as an equal division would
 * give it. Its wait is the time beyond its usual duration, which is about the shortest one while few executions run.
 * An execution that is slow for another reason also counts as a wait.
 */
export function createFairShare({ atOnceMin, now, onChange }: Options): FairShare {
  const progress = countInProgress()
  const usual = createUsualDurations()
  let running = 0
  let atOnce = Infinity
  let changedAtMs = -Infinity
  let waitedAtMs = -Infinity
  let belowShareAtMs = -Infinity

  const change = (value: number): void => {
    if (value === atOnce) return
    atOnce = value
    changedAtMs = now()
    onChange(value)
  }
  const tighten = ({ owner, arrivedAtMs }: Visit): void => {
    const waitMs = now() - arrivedAtMs - usual.read(owner)
    if (waitMs <= (atOnce === Infinity ? WAIT_MS_MAX : WAIT_MS_GOAL)) return
    waitedAtMs = now()
    // A visit that began before the last change does not show the effect of the current maximum.
    if (arrivedAtMs < changedAtMs || running <= atOnceMin) return
    // The wait is proportional to the number of concurrent executions (Little's law).
    const wanted = Math.floor((Math.min(atOnce, running) * WAIT_MS_GOAL) / waitMs)
    change(Math.max(atOnceMin, wanted))
  }
  const relax = (): void => {
    if (atOnce === Infinity) return
    const atMs = now()
    if (atMs - belowShareAtMs >= RELAX_MS) return change(Infinity)
    if (atMs - Math.max(waitedAtMs, changedAtMs) < RELAX_MS) return
    const grown = Math.ceil(atOnce * GROWTH)
    change(grown > OPEN_ABOVE ? Infinity : grown)
  }
  return {
    atOnceMax: () => atOnce,
    arrive: (owner) => {
      progress.add(owner)
      return { owner, arrivedAtMs: now() }
    },
    begin: (visit) => {
      running += 1
      visit.begunAtMs = now()
      visit.isCalm = running <= CALM_MAX
    },
    leave: (visit, succeeded) => {
      const { owner, begunAtMs, isCalm = false } = visit
      if (begunAtMs !== undefined && isCalm && succeeded) usual.learn(owner, now() - begunAtMs)
      if (progress.isBelowShare(owner)) {
        belowShareAtMs = now()
        tighten(visit)
      }
      if (begunAtMs !== undefined) running -= 1
      progress.remove(owner)
      relax()
    },
  }
}

/** Counts the executions in progress by organization. */
function countInProgress() {
  const byOwner = new Map<string, number>()
  let total = 0
  const change = (owner: string, by: 1 | -1): void => {
    const left = (byOwner.get(owner) ?? 0) + by
    total += by
    if (left === 0) byOwner.delete(owner)
    else byOwner.set(owner, left)
  }
  return {
    add: (owner: string): void => change(owner, 1),
    remove: (owner: string): void => change(owner, -1),
    isBelowShare: (owner: string): boolean => (byOwner.get(owner) ?? 0) * byOwner.size * 2 <= total,
  }
}

/** The usual duration of an organization's executions. 0 if it is unknown. */
function createUsualDurations() {
  const durations = new Map<string, number>()
  const read = (owner: string): number => durations.get(owner) ?? 0
  const learn = (owner: string, ms: number): void => {
    const known = durations.get(owner) ?? ms
    durations.delete(owner)
    durations.set(owner, ms < known ? ms : known + (ms - known) * SLOWER_WEIGHT)
    const [oldest] = durations.keys()
    if (durations.size > REMEMBERED_MAX && oldest !== undefined) durations.delete(oldest)
  }
  return { read, learn }
}
