import { apiError, HttpError, rateLimited, shuttingDown } from '#server-kit/http/http-error.ts'
import { whileWaiting } from '#server-kit/http/request-scope.ts'
import { createHeldTurns, type HeldTurns, type SharedFault } from './held-turns.ts'
import { createTurnQueue, type TurnLimits } from './turn-queue.ts'

/**
 * Maximum time that work waits for its turn, in milliseconds. Long enough for a burst of a hundred works on a machine
 * that does five a second.
 */
export const TURN_WAIT_MS_MAX = 30_000
const RETRY_MS = 1_000

/** The owner of some work, such as an organization. */
export type Turn = {
  owner: string
  /** Returns a signal that is aborted when the caller is gone. Called only if the work has to wait. */
  leaving?: (() => AbortSignal) | undefined
}

export type Turns = {
  /**
   * Runs the work when it is its owner's turn.
   *
   * @throws UNAVAILABLE if no turn came in time; RATE_LIMITED if other works of the owner were a reason for this; the
   * shared fault if the turn waited mostly for works that failed because of this fault
   * @throws UNAVAILABLE if the turns are closed and the work would have to wait
   * @throws HttpError 499 if the caller left while the work waited; nobody receives this error
   */
  run: <Result>(turn: Turn, work: () => Promise<Result>) => Promise<Result>
  /** Ends all waits at once, for a process that shuts down. Afterwards, work that would have to wait is refused. */
  close: () => void
}

/**
 * Runs works in turn by owner: the owner with the fewest running works is next, and owners with equally many
 * alternate. A long queue of one owner therefore delays another owner by about one work. A request's wait behind other
 * works of its owner does not count as latency. `fault` finds the failures of the part that all works use, such as a
 * chain node.
 */
export function createTurns({
  waitMsMax = TURN_WAIT_MS_MAX,
  fault,
  ...limits
}: TurnLimits & { waitMsMax?: number; fault?: SharedFault }): Turns {
  const queue = createTurnQueue(limits)
  const held: HeldTurns | undefined = fault && createHeldTurns(fault, waitMsMax)
  const waits = new Set<() => void>()
  let isClosed = false

  function waitForTurn({ owner, leaving }: Turn): Promise<void> {
    return new Promise((resolve, reject) => {
      const since = performance.now()
      const signal = leaving?.()
      const end = (settle: () => void): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onLeft)
        waits.delete(onClosed)
        settle()
      }
      const begin = () => end(resolve)
      const giveUp = (error: () => HttpError): void => {
        queue.remove(owner, begin)
        end(() => reject(error()))
      }
      const onLeft = () => giveUp(leftError)
      const onClosed = () => giveUp(shuttingDown)
      const onLate = () => giveUp(() => held?.findFault(since) ?? lateError(queue.has(owner)))
      const timer = setTimeout(onLate, waitMsMax)
      signal?.addEventListener('abort', onLeft)
      waits.add(onClosed)
      queue.add(owner, begin)
      if (signal?.aborted === true) onLeft()
    })
  }
  async function run<Result>(turn: Turn, work: () => Promise<Result>): Promise<Result> {
    if (!queue.begin(turn.owner)) {
      if (isClosed) throw shuttingDown()
      const wait = () => waitForTurn(turn)
      await (queue.has(turn.owner) ? whileWaiting(wait) : wait())
    }
    try {
      return held === undefined ? await work() : await held.run(work)
    } finally {
      queue.end(turn.owner)
    }
  }
  const close = (): void => {
    isClosed = true
    for (const end of waits) end()
  }
  return { run, close }
}

function lateError(hasOthers: boolean): HttpError {
  if (hasOthers) return rateLimited(RETRY_MS)
  const headers = { 'retry-after': String(RETRY_MS / 1_000) }
  return apiError('UNAVAILABLE', 'The service is busy. Try again later.', { headers })
}

/** The status by which proxies log a request whose client closed the connection. */
const CLIENT_LEFT = 499

function leftError(): HttpError {
  return new HttpError(CLIENT_LEFT, undefined, 'The client closed the connection before the work began')
}
