import type { SANDBOX_ENDPOINTS } from '#protocol/org/sandbox.ts'
import type { Operations } from '#service/http/endpoint-types.ts'
import { addSandboxCustomer } from './add-customer.ts'
import { advanceSandboxClock } from './advance-clock.ts'
import { getSandboxState } from './get-state.ts'
import { paySandbox } from './pay.ts'
import { connectSandboxReceiver } from './receiver.ts'
import { setSandboxScript } from './script.ts'

/** What each of the sandbox's controls does. */
export const SANDBOX_OPERATIONS: Operations<typeof SANDBOX_ENDPOINTS> = {
  getSandboxState,
  setSandboxScript,
  addSandboxCustomer,
  paySandbox,
  connectSandboxReceiver,
  advanceSandboxClock,
}
