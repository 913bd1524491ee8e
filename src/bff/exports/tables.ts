/** Exports that are being made and those of the last day. */
export type ExportTables = {
  bff_export: {
    id: string
    organization_id: string
    admin_id: string
    kind: 'wallets'
    /** JSON of a `WalletExportFilter`. */
    filter: string
    state: 'running' | 'done' | 'failed'
    rows: number
    bytes: number
    /** How many pages are stored; the next one has this number. */
    pages: number
    /** JSON: the query of the next page; null for the first one and after the last. */
    next_query: string | null
    problem: string | null
    /** Of the page at hand, one after the other. */
    failures: number
    /** Until then a process is at it, or waits for its next try. */
    lease_until: Date
    created_at: Date
    finished_at: Date | null
    expires_at: Date
  }
  bff_export_page: { export_id: string; page: number; text: string }
}
