import { ApiError, notFound } from './http-error.ts'

/**
 * The error for an unknown path. A path with a trailing slash has a different text, because callers would read "Not
 * found" as a missing object.
 */
export function unknownRoute(path: string): ApiError {
  if (path.length < 2 || !path.endsWith('/')) return notFound()
  return new ApiError('NOT_FOUND', 'No path of this API ends with a slash: leave the last slash out')
}
