import { sandboxSchema } from '#protocol/console-api.ts'
import { SANDBOX_ENDPOINTS } from '#protocol/sandbox.ts'
import { pathQuery, sandboxApi } from '#web/console/lib/api.ts'

export const sandboxQuery = () =>
  pathQuery(['sandbox'], '/api/sandbox', sandboxSchema, { staleTime: Infinity })

export const sandboxStateQuery = () => sandboxApi.query(['sandbox-state'], SANDBOX_ENDPOINTS.getSandboxState)
