import * as z from 'zod/mini'
import { addressSchema, datetimeSchema, labelSchema, textSchema } from '#protocol/fields.ts'

/** Maximum lengths, in characters, of an organization's own name and note for an address. */
export const ADDRESS_LABEL_LENGTH_MAX = 80

export const ADDRESS_NOTE_LENGTH_MAX = 300

export const ADDRESSES_MAX = 2_000

/**
 * One entry of `GET /api/addresses` (BFF). `address` is in lower case. `payeeName`: the name that people who
 * pay to it read in the widget. Null if there is none.
 */
export const savedAddressSchema = z.object({
  address: addressSchema,
  label: z.string(),
  note: z.string(),
  payeeName: z.nullable(z.string()),
  savedBy: z.string(),
  updatedAtDatetime: datetimeSchema,
})

export type SavedAddress = z.infer<typeof savedAddressSchema>

export const addressBookSchema = z.array(savedAddressSchema)

/** Body of `PUT /api/addresses/{address}`. */
export const saveAddressRequestSchema = z.strictObject({
  label: labelSchema(ADDRESS_LABEL_LENGTH_MAX),
  note: textSchema(ADDRESS_NOTE_LENGTH_MAX),
})

export type SaveAddressRequest = z.infer<typeof saveAddressRequestSchema>

/** Maximum number of names in one import, which requires one passkey prompt. */
export const ADDRESSES_IMPORTED_MAX = 500
/** Body of `POST /api/addresses/import`. Either all names are saved or none. */
export const importAddressesRequestSchema = z.strictObject({
  addresses: z
    .array(z.extend(saveAddressRequestSchema, { address: addressSchema }), 'must be an array of addresses')
    .check(
      z.minLength(1, 'must have at least one address'),
      z.maxLength(ADDRESSES_IMPORTED_MAX, `must be at most ${ADDRESSES_IMPORTED_MAX} addresses`),
    ),
})

/**
 * Body of `PUT /api/addresses/{address}/payee`: whether the address's current name is displayed to those who
 * pay to it.
 */
export const verifyPayeeRequestSchema = z.strictObject({ payee: z.boolean('must be true or false') })
