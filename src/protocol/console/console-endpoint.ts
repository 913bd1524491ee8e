import type * as z from 'zod/mini'
import type { Endpoint } from '#protocol/endpoint.ts'
import type { Access, Role } from '#protocol/roles.ts'

/** Rate limits by IP address for requests without a session. */
export type AddressLimit = 'setup' | 'signInBegin' | 'signIn' | 'join'

/**
 * An endpoint of the console's own server: a route that it handles itself, not one that it passes on
 * to the service. `path` begins at the origin's root; `:name` marks a path parameter.
 */
export type ConsoleEndpoint = Pick<Endpoint, 'method' | 'path' | 'body' | 'query' | 'params'> & {
  /** The lowest role whose members may send the request. Null if it needs no session. */
  role: Role | null
  stepUp?: Access['stepUp']
  /** The limit that a request without a session counts toward, before its body is read. */
  limit?: AddressLimit
  /**
   * The endpoint's action in the audit log, which never changes. Several actions if the outcome decides. Undefined if
   * the endpoint is not logged.
   */
  action?: string | readonly string[]
  /**
   * Set if the request changes the person's own account. The organization's other open pages then refetch, although
   * every role may send the request.
   */
  changesAccount?: true
  /** The content of the response. `file` and `events` are sent without the envelope. */
  answer: z.ZodMiniType | 'file' | 'events'
}

// @__NO_SIDE_EFFECTS__
/** Builds an endpoint from its method, path, role and other fields. The types stay as narrow as written. */
export function consoleEndpoint<
  const Method extends ConsoleEndpoint['method'],
  const Path extends string,
  const Needed extends Role | null,
  const Rest extends Omit<ConsoleEndpoint, 'method' | 'path' | 'role'>,
>(method: Method, path: Path, role: Needed, rest: Rest): { method: Method; path: Path; role: Needed } & Rest {
  return { method, path, role, ...rest }
}
