import type { BffSettings } from '#bff/context.ts'
import { bffError } from './bff-error.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * The console's defence against cross-site requests (security notes, threat 30). An unsafe request must name
 * the public origin exactly; one without Origin is refused. Reading is for this origin's own pages too, so
 * that no other site can probe what a signed-in administrator would get.
 */
export function requireSameOrigin(settings: BffSettings, request: Request): void {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  if (SAFE_METHODS.has(request.method)) {
    const foreign = (site !== null && site !== 'same-origin' && site !== 'none') || isOther(origin, settings)
    if (foreign) throw bffError('ORIGIN_REFUSED')
    return
  }
  if (origin !== settings.publicOrigin) throw bffError('ORIGIN_REFUSED')
  if (site !== null && site !== 'same-origin') throw bffError('ORIGIN_REFUSED')
}

function isOther(origin: string | null, settings: BffSettings): boolean {
  return origin !== null && origin !== settings.publicOrigin
}
