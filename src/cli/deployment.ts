import type { Logger } from 'pino'
import type { Metrics, OpenDatabase } from '#service/index.ts'
import type { DeploymentSecrets } from './secret-key.ts'
import type { Settings } from './settings.ts'

/** What the parts of a process are wired from: its settings, and what was opened by them before. */
export type Deployment = {
  settings: Settings
  secrets: DeploymentSecrets
  database: OpenDatabase
  log: Logger
  metrics: Metrics
}
