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

/**
 * Shows a step and does its work, again and again until the work succeeds. The step is shown again with what went
 * wrong; an error that the step cannot help with (`restart`, `none`, or one in `leave`) is thrown.
 */
export async function repeat<Answer, Result>(
  step: (problem: WidgetError | undefined) => Promise<Answer>,
  work: (answer: Answer) => Promise<Result>,
  context: { report: Report; signal: AbortSignal; leave?: readonly string[] },
): Promise<Result> {
  let problem: WidgetError | undefined
  for (;;) {
    const answer = await step(problem)
    const outcome = await attempt(() => work(answer), context.signal, context.report)
    if (outcome.ok) return outcome.value
    problem = outcome.error
    const hopeless = problem.next === 'restart' || problem.next === 'none'
    if (hopeless || context.leave?.includes(problem.code) === true) throw problem
  }
}

/** Does the work, again whenever the user wants to retry it; an error that no retry can help with is thrown. */
export async function withRetry<Result>(
  context: {
    deps: { report: Report; screens: { askRetry: (problem: WidgetError) => Promise<void> } }
    signal: AbortSignal
  },
  work: () => Promise<Result>,
): Promise<Result> {
  const { deps, signal } = context
  for (;;) {
    const outcome = await attempt(work, signal, deps.report)
    if (outcome.ok) return outcome.value
    if (outcome.error.next !== 'retry') throw outcome.error
    await deps.screens.askRetry(outcome.error)
  }
}
