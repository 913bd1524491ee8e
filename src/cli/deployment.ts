import type { Logger } from 'pino'
import type { Metrics, OpenDatabase } from '#service/index.ts'
import type { Ground } from './open-ground.ts'
import type { DeploymentSecrets } from './secret-key.ts'
import type { Settings } from './settings.ts'

/** The inputs of a process's parts: its settings and the parts that were opened before. */
export type Deployment = {
  settings: Settings
  secrets: DeploymentSecrets
  database: OpenDatabase
  log: Logger
  metrics: Metrics
  /** Finds the folder of a built browser part. */
  builtDir: (part: BuiltPart) => string
  /** A chain that the caller opened and closes. Undefined means that the service opens its own. */
  ground?: Ground
}

/** A part that browsers load, by the name of its folder. */
export type BuiltPart = 'console' | 'widget' | 'approver'
