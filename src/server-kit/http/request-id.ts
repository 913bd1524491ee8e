import { randomUUID } from 'node:crypto'

/** A caller's own id is used when it is short and plain, so that it can stand in a log line as it is. */
export function requestIdOf(headers: Headers): string {
  const given = headers.get('x-request-id')
  return given !== null && /^[A-Za-z0-9._-]{1,64}$/.test(given) ? given : randomUUID()
}
