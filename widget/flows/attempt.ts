import { asWidgetError, type WidgetError } from '#widget/errors.ts'

/** Reports a displayed error to the page. Returns the more exact error to display, if any. */
export type Report = (error: WidgetError) => Promise<WidgetError> | void

/**
 * The outcome of `work`, or its error as a value. Rethrows an abort, because no step may catch it: the page or the
 * person leaves.
 */
export async function attempt<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal,
  report: Report = () => {},
): Promise<{ ok: true; value: Result } | { ok: false; error: WidgetError }> {
  try {
    return { ok: true, value: await work() }
  } catch (thrown) {
    signal.throwIfAborted()
    const error = asWidgetError(thrown)
    const exact = await report(error)
    signal.throwIfAborted()
    return { ok: false, error: exact ?? error }
  }
}

/** Whether no step can fix the error. The flow then restarts, or only the page’s owner can help. */
export function isHopeless({ next }: WidgetError): boolean {
  return next === 'restart' || next === 'none'
}

/**
 * Shows a step and does its work until the work succeeds. After a failure, shows the step again with the
 * error. Throws an error that the step cannot fix.
 */
export async function repeat<Answer, Result>(
  step: (problem: WidgetError | undefined) => Promise<Answer>,
  work: (answer: Answer) => Promise<Result>,
  { report, signal }: { report: Report; signal: AbortSignal },
  cannotHelp: (problem: WidgetError) => boolean = isHopeless,
): Promise<Result> {
  let problem: WidgetError | undefined
  for (;;) {
    const answer = await step(problem)
    const outcome = await attempt(() => work(answer), signal, report)
    if (outcome.ok) return outcome.value
    problem = outcome.error
    if (cannotHelp(problem)) throw problem
  }
}

/** The parts of a context that `withRetry` uses. */
export type AsksRetry = {
  deps: { report: Report; screens: { askRetry: (problem: WidgetError) => Promise<void> } }
  signal: AbortSignal
}

/** Does the work, and repeats it when the user retries. Throws an error that a retry cannot fix. */
export function withRetry<Result>(
  { deps, signal }: AsksRetry,
  work: () => Promise<Result>,
  cannotHelp = ({ next }: WidgetError): boolean => next !== 'retry',
): Promise<Result> {
  const askRetry = async (problem?: WidgetError) => problem && deps.screens.askRetry(problem)
  return repeat(askRetry, work, { report: deps.report, signal }, cannotHelp)
}
