import type { SignableMessage } from '#protocol/widget-call.ts'
import type { WidgetApi } from '#widget/api.ts'
import { object, optional } from '#widget/checks.ts'
import { withDeadline } from '#widget/deadline.ts'
import { REVIEW_MS_MAX } from '#widget/notes/ask-review.ts'
import type { Review, Reviews } from '#widget/notes/draw-review.ts'
import { isPolicyVerdict } from '#widget/notes/policy-verdict.ts'

/** A message before it is signed. `origin` is the page that requests it. */
type Unsigned = { walletAddress: string; message: SignableMessage; origin: string }

const isReviewed = object({ policies: optional(isPolicyVerdict) })

/**
 * Asks the server what the policies would do with a message while the person reads it. Neither the displayed
 * message nor the signed bytes depend on the response. A server that does not review messages reports no
 * policies.
 */
export function reviewMessage(api: WidgetApi, unsigned: Unsigned, signal: AbortSignal): Reviews {
  let latest = ask()
  async function ask(): Promise<Review> {
    try {
      const post = (soon: AbortSignal) => api.post('/messages/review', unsigned, isReviewed, soon)
      const { policies } = await withDeadline(signal, REVIEW_MS_MAX, post)
      return { policies, differences: [] }
    } catch {
      return { policies: undefined, differences: [] }
    }
  }
  return { latest: () => latest, again: () => (latest = ask()) }
}
