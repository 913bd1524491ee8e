import type { Logger } from 'pino'
import type { Metrics, OpenDatabase } from '#service/index.ts'
import type { DeploymentSecrets } from './secret-key.ts'
import type { Settings } from './settings.ts'

/** The inputs of a process's parts: its settings and the parts that were opened before. */
export type Deployment = {
  settings: Settings
  secrets: DeploymentSecrets
  database: OpenDatabase
  log: Logger
  metrics: Metrics
}
