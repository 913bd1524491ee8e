import { DEPLOYMENT_ENDPOINTS } from '#protocol/console/deployment-endpoints.ts'
import { SANDBOX_ENDPOINTS } from '#protocol/sandbox.ts'
import { consoleApi, sandboxApi } from '#web/console/lib/api.ts'
import type { RowQuery } from '#web/console/lib/row-query.ts'

export const sandboxQuery = (): RowQuery<typeof DEPLOYMENT_ENDPOINTS.getSandbox> =>
  consoleApi.query(['sandbox'], DEPLOYMENT_ENDPOINTS.getSandbox, { staleTime: Infinity })

export const sandboxStateQuery = (): RowQuery<typeof SANDBOX_ENDPOINTS.getSandboxState> =>
  sandboxApi.query(['sandbox-state'], SANDBOX_ENDPOINTS.getSandboxState)
