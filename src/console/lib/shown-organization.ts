/** The organization that this tab shows: its requests name it, so that none reaches another one by mistake. */
let shown: string | undefined

export function showOrganization(id: string): void {
  shown = id
}

export function shownOrganization(): string | undefined {
  return shown
}

/** Everything that this tab knows belongs to one organization or person: for another it begins anew. */
export function beginAnew(): void {
  window.location.assign('/')
}
