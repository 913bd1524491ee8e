import type { Generated } from 'kysely'
import type { Language } from '#protocol/display/language.ts'

export type EmailTables = {
  verification_codes: {
    id: string
    organization_id: string
    /** Lower case. */
    email: string
    /** Language of the request. Used for its mail, and for later mails about the wallet that the code creates. */
    language: Generated<Language>
    /** HMAC-SHA256 of organization and code under the deployment's code key, 64 hex digits. */
    code_hmac: string
    /** Number of tries, counted before each comparison. The fifth try is the last one. */
    tries: number
    /**
     * False if the code was used, was replaced by a newer code, or was found expired. Live codes are unique per
     * organization.
     */
    live: boolean
    created_at: Date
    expires_at: Date
    spent_at: Date | null
  }
  /** Wrong codes sent without an email address, counted in windows. */
  verification_guards: {
    organization_id: string
    /** A hash that identifies the guesser. Empty for the organization's total. */
    guesser: string
    window_started_at: Date
    wrong_tries: number
  }
}
