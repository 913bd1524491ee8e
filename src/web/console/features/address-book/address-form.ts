import * as z from 'zod/mini'
import { saveAddressRequestSchema } from '#protocol/console/address-book.ts'
import { addressInputSchema } from '#web/console/lib/address-input.ts'

/** An entry of the address book as typed, in the form or in a line of an import. */
export const formSchema = z.object({ address: addressInputSchema, ...saveAddressRequestSchema.shape })
export type FormValues = z.infer<typeof formSchema>
