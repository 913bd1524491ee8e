let isLeaving = false

/**
 * Reloads the tab at `path`, or at the overview, for another organization or person. All data of a tab
 * belongs to one of them. A request refused while the page unloads does not change its destination.
 */
export function reloadApp(path?: string): void {
  if (isLeaving && path === undefined) return
  isLeaving = true
  window.location.assign(path ?? '/')
}
