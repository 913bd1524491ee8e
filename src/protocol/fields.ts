import * as z from 'zod/mini'
import {
  COORDINATE_HEX_DIGITS_MAX,
  RP_ID_HASH_LENGTH,
  CALLDATA_BYTES_MAX,
  RECEIVER_DATA_BYTES_MAX,
  SIGNATURE_BYTES_MAX,
  VERIFICATION_CODE_DIGITS,
} from './limits.ts'

const UINT256_MAX = 2n ** 256n - 1n

// @__NO_SIDE_EFFECTS__
/** A text that matches a pattern. In an error, `message` follows the field's name. */
export function matching(form: RegExp, message: string): z.ZodMiniString<string> {
  return z.string('must be a string').check(z.regex(form, message))
}

// @__NO_SIDE_EFFECTS__
/** One of several words. */
export function enumSchema<const Words extends readonly [string, ...string[]]>(
  words: Words,
): z.ZodMiniEnum<z.core.util.ToEnum<Words[number]>> {
  return z.enum(words, `must be one of ${words.join(', ')}`)
}

// @__NO_SIDE_EFFECTS__
/** A text of any characters, up to a length. */
export function anyTextSchema(lengthMax: number): z.ZodMiniString<string> {
  return z.string('must be a string').check(z.maxLength(lengthMax, `must be at most ${lengthMax} characters`))
}

/** An address: 0x and 40 hex digits, any case. Source: spec "Resources"; profile 5. */
export const addressSchema = matching(
  /^0x[0-9a-fA-F]{40}$/,
  'must be an address: 0x followed by 40 hex digits',
)

/**
 * An amount in the token's base units or a uint256: decimal, no sign, no leading zero, below 2^256. Source:
 * profile 5.
 */
export const uintSchema = /* @__PURE__ */ z.string('must be a string').check(
  z.regex(/^(0|[1-9][0-9]{0,77})$/, 'must be a whole number in decimal digits without leading zeros'),
  z.refine((text) => !/^[0-9]{1,78}$/.test(text) || BigInt(text) <= UINT256_MAX, 'must be below 2^256'),
)

/** A P-256 coordinate: up to 64 hex digits, 0x optional, compared as a number. Source: spec "Wallet creation request"; profile 2. */
export const coordinateSchema = matching(
  new RegExp(`^(0x)?[0-9a-fA-F]{1,${COORDINATE_HEX_DIGITS_MAX}}$`),
  `must be hex of 1 to ${COORDINATE_HEX_DIGITS_MAX} digits, with or without 0x`,
)

/** SHA-256 of the relying-party domain: 0x and 64 hex digits. Source: spec "Wallet creation request". */
export const rpIdHashSchema = matching(
  new RegExp(`^0x[0-9a-fA-F]{${RP_ID_HASH_LENGTH - 2}}$`),
  `must be 0x followed by ${RP_ID_HASH_LENGTH - 2} hex digits (${RP_ID_HASH_LENGTH} characters)`,
)

// @__NO_SIDE_EFFECTS__
/** Whole bytes as 0x-hex. */
export function hexBytesSchema(bytesMax: number): z.ZodMiniString<string> {
  return z
    .string('must be a string')
    .check(
      z.maxLength(2 + 2 * bytesMax, `must be at most ${bytesMax} bytes`),
      z.regex(/^0x([0-9a-fA-F]{2})*$/, 'must be 0x followed by an even number of hex digits'),
    )
}

export const calldataSchema = hexBytesSchema(CALLDATA_BYTES_MAX)
/** Bytes passed to a contract that receives a token. Source: spec "Prepare endpoints", erc721/safe-transfer. */
export const receiverDataSchema = hexBytesSchema(RECEIVER_DATA_BYTES_MAX)
export const signatureSchema = hexBytesSchema(SIGNATURE_BYTES_MAX)

/** Decimals of a token. ERC-20 declares them as uint8. Source: spec "Resolved token". */
export const decimalsSchema = /* @__PURE__ */ z.int().check(z.minimum(0), z.maximum(255))

/** A Unix timestamp in seconds as a decimal string. Source: spec "Execute request". */
export const unixSecondsSchema = matching(
  /^(0|[1-9][0-9]{0,11})$/,
  'must be a Unix timestamp in seconds, in decimal digits',
)

/** The emailed code. Source: spec "Wallet creation request". */
export const verificationCodeSchema = matching(/^[0-9]{6}$/, `must be ${VERIFICATION_CODE_DIGITS} digits`)

export const uuidSchema = /* @__PURE__ */ z.string('must be a string').check(z.uuid('must be a UUID'))

// @__NO_SIDE_EFFECTS__
/** Text for people: no control characters (they could hide or forge displayed text). */
export function textSchema(lengthMax: number): z.ZodMiniString<string> {
  return anyTextSchema(lengthMax).check(
    // oxlint-disable-next-line no-control-regex -- refusing them is the point
    z.regex(/^[^\u0000-\u001f\u007f]*$/, 'must not contain control characters'),
    // A lone surrogate has no UTF-8 encoding and would be stored as another character. The expression does not use
    // the `u` flag, because some readers of the API's description do not support it.
    z.regex(/^(?:[^\ud800-\udfff]|[\ud800-\udbff][\udc00-\udfff])*$/, 'must be well-formed Unicode'),
  )
}

// @__NO_SIDE_EFFECTS__
/** A required name. It must contain more than spaces. */
export function nameSchema(lengthMax: number): z.ZodMiniString<string> {
  return textSchema(lengthMax).check(z.regex(/\S/, 'must not be empty'))
}

// @__NO_SIDE_EFFECTS__
/** A required label or id. It has at least one character, which may be a space. */
export function labelSchema(lengthMax: number): z.ZodMiniString<string> {
  return textSchema(lengthMax).check(z.minLength(1, 'must not be empty'))
}

/** Query parameters of a list's page. `cursor` is the `next` of the previous page. */
export const pageQuery = {
  cursor: z.optional(/* @__PURE__ */ z.string().check(z.maxLength(200))),
  limit: z.optional(/* @__PURE__ */ z.string().check(z.regex(/^[0-9]{1,4}$/, 'must be a whole number'))),
}

/** The file format in which a list is saved. */
export const exportFormatSchema = z.optional(enumSchema(['csv']))

/** A 32-byte hash in lower case, as the service returns it. */
export const hashSchema = /* @__PURE__ */ z.string().check(z.regex(/^0x[0-9a-f]{64}$/))

const DATETIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/
/** ISO 8601 UTC timestamp. */
export const datetimeSchema = /* @__PURE__ */ z.string().check(z.regex(DATETIME))

/** A timestamp in a query or a body, on a day that exists. Year 0 is refused, as databases refuse it. */
export const datetimeQuerySchema = /* @__PURE__ */ z.string('must be a string').check(
  z.regex(DATETIME, { error: 'must be a time such as 2026-11-21T10:00:00Z', abort: true }),
  z.refine(
    (text) => !Number.isNaN(Date.parse(text)) && !text.startsWith('0000'),
    'must be a time that exists',
  ),
)

/** One refused field of a body or query. `path` is dotted, and empty for the whole input. Source: profile 6. */
export const fieldErrorSchema = z.object({ path: z.string(), message: z.string() })
export type FieldError = z.infer<typeof fieldErrorSchema>

/**
 * `content` of an error: the text for people, a stable word for programs, and the part of the caller's input
 * that it concerns. Source: spec "Errors"; profile 6.
 */
export const errorContentSchema = z.object({
  message: z.string(),
  code: z.optional(z.string()),
  errors: z.optional(z.array(fieldErrorSchema)),
  details: z.optional(z.record(z.string(), z.string())),
})
export type ErrorContent = z.infer<typeof errorContentSchema>

/** The parameters of the paths below `/wallets/:address`, `/tokens/:address` and `/transactions/:transactionUuid`. */
export const addressParams = z.strictObject({ address: addressSchema })
export const transactionParams = z.strictObject({ transactionUuid: uuidSchema })

/**
 * The envelope of every response around any content: `{ statusCode, content }`. Source: spec "Response
 * envelope".
 */
export function envelopeSchema<Schema extends z.ZodMiniType>(
  content: Schema,
): z.ZodMiniObject<{ statusCode: z.ZodMiniNumber<number>; content: Schema }, z.core.$strip> {
  return z.object({ statusCode: z.number(), content })
}
