import { rateLimited } from '#server-kit/http/http-error.ts'
import type { RequestLimits } from '#service/context-parts.ts'
import type { AuthenticatedKey } from './authenticate-key.ts'

const RETRY_MS = 1_000

/** Limits how many requests of a key and of an organization this process handles at once (ADR 0014). */
export function createRequestsAtOnce({
  keyRequestsAtOnce,
  organizationRequestsAtOnce,
}: Pick<RequestLimits, 'keyRequestsAtOnce' | 'organizationRequestsAtOnce'>): {
  enter: (key: Pick<AuthenticatedKey, 'keyId' | 'organizationId'>) => () => void
} {
  const inProgress = new Map<string, number>()
  const read = (owner: string): number => inProgress.get(owner) ?? 0
  const change = (owner: string, by: 1 | -1): void => {
    const left = read(owner) + by
    if (left === 0) inProgress.delete(owner)
    else inProgress.set(owner, left)
  }

  /**
   * Counts a request until the returned function is called.
   *
   * @throws RATE_LIMITED with Retry-After; a refused request is not counted
   */
  const enter = ({ keyId, organizationId }: Pick<AuthenticatedKey, 'keyId' | 'organizationId'>) => {
    const isOver = read(keyId) >= keyRequestsAtOnce || read(organizationId) >= organizationRequestsAtOnce
    if (isOver) throw rateLimited(RETRY_MS)
    change(keyId, 1)
    change(organizationId, 1)
    let isOpen = true
    return () => {
      if (!isOpen) return
      isOpen = false
      change(keyId, -1)
      change(organizationId, -1)
    }
  }
  return { enter }
}
