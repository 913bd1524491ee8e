import { rejectOnAbort } from '#widget/deadline.ts'
import type { WidgetError } from '#widget/errors.ts'
import type { SendContext } from '#widget/flows/send-context.ts'
import type { Progress } from '#widget/flows/send-screens.ts'

/** Says that nobody knows how it went, until the person wants to try again. */
export async function untilWanted(
  { deps, signal }: SendContext,
  progress: Progress,
  tried: WidgetError,
): Promise<void> {
  const problem = (await deps.report(tried)) ?? tried
  const wanted = new Promise<void>((look) =>
    deps.screens.showProgress({ ...progress, ended: true, problem, look }),
  )
  return Promise.race([wanted, rejectOnAbort(signal)])
}
