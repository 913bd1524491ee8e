import { asWidgetError, type WidgetError } from '#widget/errors.ts'

/** Reports a displayed error to the page. Answers the more exact error to display, if any. */
export type Report = (error: WidgetError) => Promise<WidgetError> | void

/**
 * The outcome of `work`, or its error as a value. An abort is thrown on: it is the page or the person leaving, and
 * no step may catch it.
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

/** No step can help: the flow starts again, or only the page’s owner can help. */
export function isHopeless({ next }: WidgetError): boolean {
  return next === 'restart' || next === 'none'
}

/**
 * Shows a step and does its work, again and again until the work succeeds. The step is shown again with what went
 * wrong; an error that the step cannot help with is thrown.
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

type RetryDeps = { report: Report; screens: { askRetry: (problem: WidgetError) => Promise<void> } }

/** Does the work, again whenever the user wants to retry it; an error that no retry can help with is thrown. */
export function withRetry<Result>(
  { deps, signal }: { deps: RetryDeps; signal: AbortSignal },
  work: () => Promise<Result>,
  cannotHelp = ({ next }: WidgetError): boolean => next !== 'retry',
): Promise<Result> {
  const askRetry = async (problem?: WidgetError) => problem && deps.screens.askRetry(problem)
  return repeat(askRetry, work, { report: deps.report, signal }, cannotHelp)
}
