let isLeaving = false

/**
 * All data of this tab belongs to one organization or person: for another one it restarts, at
 * `path` or at the overview. A request refused while the page is leaving does not change its destination.
 */
export function reloadApp(path?: string): void {
  if (isLeaving && path === undefined) return
  isLeaving = true
  window.location.assign(path ?? '/')
}
