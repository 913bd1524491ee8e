import * as z from 'zod/mini'
import { addressSchema, datetimeSchema, textSchema } from '#protocol/baas/fields.ts'

/** Names for addresses, known to the organization alone. */
export const ADDRESS_LABEL_LENGTH_MAX = 80
export const ADDRESS_NOTE_LENGTH_MAX = 300
export const ADDRESSES_MAX = 2_000

/** One entry of `GET /api/addresses` (BFF). `address` is in lower case. */
export const savedAddressSchema = z.object({
  address: addressSchema,
  label: z.string(),
  note: z.string(),
  savedBy: z.string(),
  updatedAtDatetime: datetimeSchema,
})
export type SavedAddress = z.infer<typeof savedAddressSchema>
export const addressBookSchema = z.array(savedAddressSchema)

/** Body of `PUT /api/addresses/{address}`. */
export const saveAddressRequestSchema = z.strictObject({
  label: textSchema(ADDRESS_LABEL_LENGTH_MAX).check(z.minLength(1, 'must not be empty')),
  note: textSchema(ADDRESS_NOTE_LENGTH_MAX),
})
export type SaveAddressRequest = z.infer<typeof saveAddressRequestSchema>
