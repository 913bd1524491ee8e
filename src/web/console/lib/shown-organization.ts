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
 * Everything that this tab knows belongs to one organization or person: for another it begins again. `place`: where, in
 * the place of the overview; what was under way meanwhile and is refused then leads nowhere else.
 */
export function reloadApp(place?: string): void {
  if (isLeaving && place === undefined) return
  isLeaving = true
  window.location.assign(place ?? '/')
}
