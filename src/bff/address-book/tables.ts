export type AddressBookTables = {
  bff_saved_address: {
    organization_id: string
    /** Lower case. */
    address: string
    label: string
    note: string
    /** The name of whoever wrote it last, as it was then. */
    saved_by: string
    updated_at: Date
  }
}
