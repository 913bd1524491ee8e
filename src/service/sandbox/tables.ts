export type SandboxTables = {
  /** Mail the sandbox captured instead of sending it. */
  sandbox_mails: {
    id: string
    /** Lower case. */
    to_address: string
    subject: string
    text: string
    /** The six digits in the mail, when it carries a verification code. */
    code: string | null
    received_at: Date
  }
}
