import { DEPLOYMENT_ENDPOINTS } from '#protocol/console/deployment-endpoints.ts'
import { SANDBOX_ENDPOINTS } from '#protocol/sandbox.ts'
import { consoleApi, sandboxApi } from '#web/console/lib/api.ts'

export const sandboxQuery = () =>
  consoleApi.query(['sandbox'], DEPLOYMENT_ENDPOINTS.getSandbox, { staleTime: Infinity })

export const sandboxStateQuery = () => sandboxApi.query(['sandbox-state'], SANDBOX_ENDPOINTS.getSandboxState)
