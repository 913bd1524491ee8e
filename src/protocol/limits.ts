/**
 * Every row of the specification's Limits table, and the limits added by profile sections 5 to 8. Units are in
 * the names. Source: spec "Limits"; profile 5, 6, 7, 8.
 */
export const LABEL_LENGTH_MAX = 50
export const EXTERNAL_USER_ID_LENGTH_MAX = 255
export const EXTERNAL_USER_LABEL_LENGTH_MAX = 255
export const COORDINATE_HEX_DIGITS_MAX = 64
export const RP_ID_HASH_LENGTH = 66
export const VERIFICATION_CODE_DIGITS = 6
export const BATCH_ITEMS_MAX = 50
/** Maximum number of calls in a widget's batch, which has one signature. */
export const BATCH_CALLS_MAX = 10
export const EXECUTE_EXPIRATION_SECONDS_MAX = 86_400
export const EMAIL_LENGTH_MAX = 254
export const FUNCTION_SIGNATURE_LENGTH_MAX = 256
export const FUNCTION_ARGUMENTS_MAX = 16
export const CALLDATA_BYTES_MAX = 65_536
/**
 * Maximum length of the `data` that a safe transfer passes to the receiving contract, in bytes. The whole call then
 * stays below `CALLDATA_BYTES_MAX`.
 */
export const RECEIVER_DATA_BYTES_MAX = 32_768
export const SIGNATURE_BYTES_MAX = 8_192
export const BODY_BYTES_MAX = 262_144
export const VERIFICATION_LIFETIME_SECONDS = 600
export const VERIFICATION_TRIES_MAX = 5
export const PAGE_LIMIT_DEFAULT = 50
export const PAGE_LIMIT_MAX = 200
export const IDEMPOTENCY_KEY_LENGTH_MAX = 255
export const IDEMPOTENCY_LIFETIME_SECONDS = 86_400

/**
 * Time for which a held transaction stays open, and the minimum time between its end and its `expiration`.
 * Source: profile 8.
 */
export const HELD_OPEN_SECONDS = 15 * 60
export const HELD_MARGIN_SECONDS = 60
/** Maximum age in seconds of an approval that is carried over to a new request for the same call (ADR 0012). */
export const APPROVAL_CARRIED_SECONDS_MAX = 7 * 86_400

/** Validity of an invitation link in seconds, for an administrator and for an approver. */
export const MEMBER_INVITATION_SECONDS = 7 * 86_400
export const APPROVER_INVITATION_SECONDS = 7 * 86_400

/** Limits of the organization settings (ADR 0005). */
export const IP_RANGES_MAX = 100
export const REQUESTS_PER_MINUTE_MAX = 10_000_000
export const ROTATION_GRACE_SECONDS_DEFAULT = 86_400
export const ROTATION_GRACE_SECONDS_MAX = 30 * 86_400
export const DOMAIN_LENGTH_MAX = 253
export const DOMAINS_MAX = 100
export const EMBED_ORIGINS_MAX = 50
/** Maximum number of related origins of one domain. Browsers also limit their labels (`RELATED_LABELS_MAX`). */
export const RELATED_ORIGINS_MAX = 50
/**
 * Side of an organization's logo in pixels, and maximum length of its PNG in bytes. No image of that size is longer
 * (ADR 0006).
 */
export const LOGO_SIDE_MAX = 128
export const LOGO_BYTES_MAX = 66_000
/** Maximum number of an organization's own tokens. Every balance request reads each coin of the list (ADR 0006). */
export const ORGANIZATION_TOKENS_MAX = 200
/** Maximum number of an organization's policies. Every execution reads the policies for its wallet (ADR 0014). */
export const POLICIES_MAX = 50
export const POLICY_RECIPIENTS_MAX = 100
export const POLICY_APPROVERS_MAX = 20
/** Maximum number of email addresses by which the console recognizes a member, besides those of sign-in accounts. */
export const MEMBER_ADDRESSES_MAX = 16

/** Limits of webhooks (ADR 0017). */
export const WEBHOOKS_MAX = 20
export const WEBHOOK_URL_LENGTH_MAX = 2_048
export const WEBHOOK_ATTEMPTS_SHOWN_MAX = 20
export const REPLAY_EVENTS_MAX = 10_000
export const EVENT_WAIT_SECONDS_MAX = 15

/**
 * Limits of typed data (EIP-712). They bound the time to read and hash it to 20 ms, for any declared types (ADR
 * 0024). The number of values includes structs and arrays: an exchange's order has about 40, and a list of 9 orders
 * fits.
 */
export const TYPED_DATA_VALUES_MAX = 400
export const TYPED_DATA_DEPTH_MAX = 32
/** Maximum sum of the bytes of all values and the characters of their paths. */
export const TYPED_DATA_LENGTH_MAX = 65_536
export const TYPED_DATA_TYPES_MAX = 32
/** Maximum characters of all types together to which the primary type refers. */
export const TYPED_DATA_TYPES_LENGTH_MAX = 4_096
export const TYPED_DATA_NAME_LENGTH_MAX = 100
