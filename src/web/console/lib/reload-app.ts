let isLeaving = false

/**
 * Reloads the tab at `path`, or at the overview, because all data of a tab belongs to one organization and person.
 * Ignores later calls without `path`, so that a request refused while the page unloads does not change the
 * destination.
 */
export function reloadApp(path?: string): void {
  if (isLeaving && path === undefined) return
  isLeaving = true
  window.location.assign(path ?? '/')
}
