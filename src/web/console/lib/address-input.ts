import * as z from 'zod/mini'
import { addressSchema } from '#protocol/baas/fields.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import { hasWrongChecksum } from '#protocol/display/has-wrong-checksum.ts'

/** The EIP-55 form of an address that the server answered; anything that is none comes back as it was. */
export function checksum(address: string): string {
  return addressSchema.safeParse(address).success ? checksumAddress(address) : address
}

/** An address typed or pasted by a person: the specification's form, with spaces around it forgiven and its checksum checked. */
export const addressInputSchema = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => text.trim()),
  ),
  addressSchema.check(
    z.refine(
      (address) => !/^0x[0-9a-fA-F]{40}$/.test(address) || !hasWrongChecksum(address),
      'has a typing mistake: its checksum (the pattern of capital letters) does not fit',
    ),
  ),
)
