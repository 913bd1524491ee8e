import type { FetchTarget } from '#bff/index.ts'
import { FILE_PROBLEMS, safeFetch, TargetError } from '#service/index.ts'

/**
 * The service's guarded fetch (`safeFetch`) for pages and files that a doctor examines. In the sandbox it also reaches
 * this machine.
 */
export function createFetchTarget(sandbox: boolean): FetchTarget {
  return async (url, options) => {
    try {
      return await safeFetch(url, { ...options, sandbox })
    } catch (error) {
      if (!(error instanceof TargetError)) throw error
      return { problem: FILE_PROBLEMS[error.problem] }
    }
  }
}
