/** The organization that this tab shows: its requests name it, so that none reaches another one by mistake. */
let shown: string | undefined

export function showOrganization(id: string): void {
  shown = id
}

export function shownOrganization(): string | undefined {
  return shown
}

let isLeaving = false

/**
 * Everything that this tab knows belongs to one organization or person: for another one it starts again, at
 * `path` or at the overview. A request that is refused while the page is leaving does not change where it goes.
 */
export function reloadApp(path?: string): void {
  if (isLeaving && path === undefined) return
  isLeaving = true
  window.location.assign(path ?? '/')
}
