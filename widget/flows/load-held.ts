import type { Held } from '#widget/held/held.ts'
import { repeat } from './attempt.ts'
import type { SendContext } from './send-context.ts'

/** What finds, hands in and shows a call without an end; where it cannot be loaded, the person tries again and nothing is lost. */
export async function loadHeld({ deps, signal }: SendContext): Promise<Held> {
  return repeat(
    async (problem) => problem && deps.screens.askRetry(problem),
    () => deps.held(),
    { report: deps.report, signal },
  )
}
