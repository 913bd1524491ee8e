import * as z from 'zod/mini'
import { checksumAddress } from '#protocol/display/address.ts'
import { hasWrongChecksum } from '#protocol/display/has-wrong-checksum.ts'
import { addressSchema } from '#protocol/fields.ts'

/** Returns the EIP-55 form of an address from the server. Returns any other text unchanged. */
export function checksum(address: string): string {
  return addressSchema.safeParse(address).success ? checksumAddress(address) : address
}

/** A typed or pasted address. Trims the input and verifies its checksum. */
export const addressInputSchema = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => text.trim()),
  ),
  addressSchema.check(
    z.refine(
      (address) => !/^0x[0-9a-fA-F]{40}$/.test(address) || !hasWrongChecksum(address),
      'has a typo: its checksum (the pattern of capital letters) does not match',
    ),
  ),
)
