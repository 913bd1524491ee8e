/** The organization of this tab. Requests name it, so that no request reaches another organization by mistake. */
let shown: string | undefined

export function showOrganization(id: string): void {
  shown = id
}

export function shownOrganization(): string | undefined {
  return shown
}
