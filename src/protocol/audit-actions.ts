import type { CONSOLE_ENDPOINTS, HOSTED_CONSOLE_ENDPOINTS } from './console-endpoints.ts'
import type { BAAS_ENDPOINTS, ORG_ENDPOINTS } from './endpoints.ts'
import type { SANDBOX_ENDPOINTS } from './sandbox.ts'
import type { SCIM_ENDPOINTS } from './scim.ts'

type ActionsIn<Table> = ActionOf<Table[keyof Table]>
type ActionOf<Row> = Row extends { action: infer Action }
  ? Action extends readonly (infer One)[]
    ? One
    : Action
  : never
type Named<Action> = Extract<Exclude<Action, `${string}.prepared`>, string>

/** Actions that the audit log records with their result, because a service may refuse them or fail. */
export type ServiceAction = Named<ActionsIn<typeof BAAS_ENDPOINTS & typeof ORG_ENDPOINTS>>

/**
 * Recorded when the caller's role does not allow a change. Not in the endpoint tables, because every endpoint can
 * record it.
 */
export type AccessAction = 'access.tried'

/**
 * Every action of the audit log, from the endpoint tables. The actions of the prepare endpoints are not listed here:
 * each token operation has such an endpoint, and `PREPARE_ENDPOINTS` has them all.
 */
export type AuditAction =
  | ServiceAction
  | AccessAction
  | Named<ActionsIn<typeof CONSOLE_ENDPOINTS & typeof HOSTED_CONSOLE_ENDPOINTS>>
  | Named<ActionsIn<typeof SANDBOX_ENDPOINTS>>
  | Named<ActionsIn<typeof SCIM_ENDPOINTS>>

type GroupOf<Action> = Action extends `${infer Group}.${string}` ? Group : never
/** The part of an action before the dot, such as `api-key`. The log can be filtered by it. */
export type AuditGroup = GroupOf<AuditAction>
