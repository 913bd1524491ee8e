import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import type { Access } from './roles.ts'

/** The scopes that the specification names. Source: spec "Authentication" 2. */
export const SPEC_SCOPES = [
  'wallet:create',
  'wallet:read',
  'token:transfer',
  'token:approve',
  'transaction:execute',
  'domain:read',
] as const

/**
 * All scopes that a key can hold: the six of the specification and `org:manage`. The latter opens the
 * organization settings that the specification mentions but does not define (ADR 0005).
 */
export const SCOPES = [...SPEC_SCOPES, 'org:manage'] as const

export type Scope = (typeof SCOPES)[number]

/** An endpoint of an API. `path` is relative to the base URL of its API; `:name` marks a path parameter. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** Undefined means `{base_url}`, the API of the specification. `org` and `sandbox` have base URLs of their own. */
  api?: 'org' | 'sandbox'
  /** Set if the specification has this endpoint. Every service then has it. */
  specified?: true
  /** The scope that the key must hold. Null means that any valid key is accepted. */
  scope: Scope | null
  /**
   * Whether a request names its requester (`REQUESTER_HEADER`). The requester of an execution cannot approve it too.
   * For a read, the requester is the reader, because only the requester of a transaction may read the number that the
   * approvers pick.
   */
  namesRequester?: true
  /** The endpoint's action in the audit log, which never changes. Undefined for reads. */
  action?: string
  body?: z.ZodMiniType
  query?: z.ZodMiniType
  params?: z.ZodMiniType
  answer: z.ZodMiniType
  /** With `Accept: text/event-stream`, these items are streamed one by one, without the envelope. */
  streamed?: z.ZodMiniType
  summary: string
  /**
   * Errors in addition to those that every endpoint with this method and path has, in the order of the checks. Only
   * for documentation.
   */
  errors?: readonly ErrorCode[]
}

/** An endpoint of the service, with the access that the console's members have to it. */
export type ServiceEndpoint = Endpoint & Access

type RowColumns = Omit<ServiceEndpoint, 'method' | 'path' | 'scope' | 'api'>
type Row<Method, Path, Needed, Rest> = { method: Method; path: Path; scope: Needed } & Rest

// @__NO_SIDE_EFFECTS__
/**
 * Builds an endpoint. The types stay as narrow as written, so operations receive the parsed types of
 * their endpoint's schemas.
 */
export function endpoint<
  const Method extends Endpoint['method'],
  const Path extends string,
  const Needed extends Scope | null,
  const Rest extends RowColumns,
>(method: Method, path: Path, scope: Needed, rest: Rest): Row<Method, Path, Needed, Rest> {
  return { method, path, scope, ...rest }
}

// @__NO_SIDE_EFFECTS__
/** Builds an endpoint of the organization settings under `/v1/org`. */
export function orgEndpoint<
  const Method extends Endpoint['method'],
  const Path extends string,
  const Needed extends Scope | null,
  const Rest extends RowColumns,
>(method: Method, path: Path, scope: Needed, rest: Rest): Row<Method, Path, Needed, Rest> & { api: 'org' } {
  return { ...endpoint(method, path, scope, rest), api: 'org' }
}

// @__NO_SIDE_EFFECTS__
/** Builds an endpoint of the sandbox's controls under `/sandbox`. */
export function sandboxEndpoint<
  const Method extends Endpoint['method'],
  const Path extends string,
  const Needed extends Scope | null,
  const Rest extends RowColumns,
>(
  method: Method,
  path: Path,
  scope: Needed,
  rest: Rest,
): Row<Method, Path, Needed, Rest> & { api: 'sandbox' } {
  return { ...endpoint(method, path, scope, rest), api: 'sandbox' }
}
