import type { PolicyVerdict } from '#protocol/simulation.ts'
import { either, is, object, text, type Check } from '#widget/checks.ts'

const uuid = text(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)
const policy = { policyId: uuid, policyName: text() }

/** Checks the server's report of what the policies would do. */
export const isPolicyVerdict: Check<PolicyVerdict> = either(
  either(object({ outcome: is('passes') }), object({ outcome: is('blocked'), ...policy, reason: text() })),
  either(
    object({ outcome: is('needs-approval'), by: is('administrator'), ...policy }),
    object({ outcome: is('needs-approval'), by: is('end-user') }),
  ),
)
