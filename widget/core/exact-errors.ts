import { classifyError, WidgetError } from '#widget/errors.ts'
import type { Report } from '#widget/flows/attempt.ts'
import { exactCode } from '#widget/frame/exact-code.ts'

/** Converts errors to the code that the element would report. */
export type ExactErrors = {
  /** Finds the code of an error for the flows, whose next step depends on the code. */
  report: Report
  /** Runs a flow. Every `WidgetError` that it throws has its exact code. Other errors are the page's own. */
  run: <Result>(flow: () => Promise<Result>) => Promise<Result>
}

/**
 * Classifies errors like the element (widget/frame/exact-code.ts), without its sentences. Analyzes each error
 * once.
 */
export function createExactErrors(place: {
  apiUrl: string
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
}): ExactErrors {
  const seen = new WeakSet<WidgetError>()
  const { signal } = new AbortController()

  async function report(error: WidgetError): Promise<WidgetError> {
    if (seen.has(error) || classifyError(error).isExplained !== true) return error
    const code = await exactCode(error, { ...place, signal })
    const { detail, reason, retryAfterSeconds, refusedBy, prompt, cause } = error
    const facts = { detail, reason, retryAfterSeconds, refusedBy, prompt, cause }
    const exact = code === error.code ? error : new WidgetError(code, facts)
    seen.add(exact)
    return exact
  }

  return {
    report,
    async run(flow) {
      try {
        return await flow()
      } catch (thrown) {
        throw thrown instanceof WidgetError ? await report(thrown) : thrown
      }
    },
  }
}
