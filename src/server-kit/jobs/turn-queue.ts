export type TurnLimits = {
  /** Maximum works at once. Read whenever a work begins or ends, so the limit may change. */
  atOnceMax: () => number
  /** Maximum works of one owner at once. */
  eachMax?: number
}

type Begin = () => void

export type TurnQueue = {
  /** Begins at once and returns true if nothing waits and there is room. */
  begin: (owner: string) => boolean
  add: (owner: string, begin: Begin) => void
  remove: (owner: string, begin: Begin) => void
  end: (owner: string) => void
  /** Whether works of the owner run or wait. */
  has: (owner: string) => boolean
}

/** Counts running works, and decides which waiting work is next. */
export function createTurnQueue({ atOnceMax, eachMax = Infinity }: TurnLimits): TurnQueue {
  const running = createRunningCounts()
  const waiting = createWaitingWorks()

  const findNext = (): string | undefined => {
    let next: string | undefined
    let fewest = eachMax
    for (const owner of waiting.owners()) {
      if (running.count(owner) >= fewest) continue
      next = owner
      fewest = running.count(owner)
    }
    return next
  }
  const beginWaiting = (): void => {
    while (running.countAll() < atOnceMax()) {
      const owner = findNext()
      if (owner === undefined) return
      const begin = waiting.takeFirst(owner)
      running.change(owner, 1)
      begin?.()
    }
  }
  return {
    begin: (owner) => {
      if (!waiting.isEmpty() || running.countAll() >= atOnceMax() || running.count(owner) >= eachMax)
        return false
      running.change(owner, 1)
      return true
    },
    add: (owner, begin) => {
      waiting.add(owner, begin)
      beginWaiting()
    },
    remove: waiting.remove,
    end: (owner) => {
      running.change(owner, -1)
      beginWaiting()
    },
    has: (owner) => running.count(owner) > 0 || waiting.has(owner),
  }
}

/** Numbers of running works, in all and by owner. */
function createRunningCounts() {
  const byOwner = new Map<string, number>()
  let all = 0
  const count = (owner: string): number => byOwner.get(owner) ?? 0
  return {
    count,
    countAll: () => all,
    change: (owner: string, by: 1 | -1): void => {
      const left = count(owner) + by
      all += by
      if (left === 0) byOwner.delete(owner)
      else byOwner.set(owner, left)
    },
  }
}

/** Waiting works by owner, in the order of the owners' next turns. An owner moves to the end with each turn. */
function createWaitingWorks() {
  const byOwner = new Map<string, Begin[]>()
  return {
    isEmpty: () => byOwner.size === 0,
    has: (owner: string): boolean => byOwner.has(owner),
    owners: () => byOwner.keys(),
    add: (owner: string, begin: Begin): void => {
      const works = byOwner.get(owner) ?? []
      works.push(begin)
      byOwner.set(owner, works)
    },
    remove: (owner: string, begin: Begin): void => {
      const works = (byOwner.get(owner) ?? []).filter((other) => other !== begin)
      if (works.length > 0) byOwner.set(owner, works)
      else byOwner.delete(owner)
    },
    takeFirst: (owner: string): Begin | undefined => {
      const works = byOwner.get(owner) ?? []
      const begin = works.shift()
      byOwner.delete(owner)
      if (works.length > 0) byOwner.set(owner, works)
      return begin
    },
  }
}
