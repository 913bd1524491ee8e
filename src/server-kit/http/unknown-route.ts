import { ApiError, notFound } from './http-error.ts'

/**
 * The error for a path that no route has. A path that ends with a slash is not the same path without it, and callers
 * read "Not found" as that of a missing thing.
 */
export function unknownRoute(path: string): ApiError {
  if (path.length < 2 || !path.endsWith('/')) return notFound()
  return new ApiError('NOT_FOUND', 'No path of this API ends with a slash: leave the last slash out')
}
