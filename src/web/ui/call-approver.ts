import type * as z from 'zod/mini'
import { askServer, buildRequest, type EndpointInput, type EndpointOf } from './ask-server.ts'
import { ApiError } from './errors.ts'

/** Maximum time to wait for the deployment of the person's approval wallet, in milliseconds. */
const DEPLOYMENT_MS_MAX = 20_000
const PAUSE_MS = 1_000

/**
 * Calls one endpoint of the approval app's API and returns the content. Repeats the request while the person's
 * approval wallet is still being deployed, because a person who has just enrolled may decide before that.
 *
 * @throws ApiError
 */
export async function callApprover<Answer extends z.ZodMiniType>(
  row: EndpointOf<Answer>,
  input?: EndpointInput,
): Promise<z.output<Answer>> {
  const until = performance.now() + DEPLOYMENT_MS_MAX
  for (;;) {
    try {
      return (await askServer(buildRequest('/approve/api', row, input))).content
    } catch (error) {
      const isEarly = error instanceof ApiError && error.code === 'CO_SIGNER_NOT_READY'
      if (!isEarly || performance.now() >= until) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}
