import { sandboxSchema } from '#protocol/console-api.ts'
import { SANDBOX_ENDPOINTS } from '#protocol/sandbox.ts'
import { endpointQuery, pathQuery } from '#web/console/lib/api.ts'

export const sandboxQuery = () =>
  pathQuery(['sandbox'], '/api/sandbox', sandboxSchema, { staleTime: Infinity })

export const sandboxStateQuery = () =>
  endpointQuery(['sandbox-state'], '/api/sandbox', SANDBOX_ENDPOINTS.getSandboxState)
