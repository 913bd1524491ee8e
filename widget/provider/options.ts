import * as z from 'zod/mini'
import { addressSchema } from '#protocol/fields.ts'
import { parseApiUrl } from '#widget/settings.ts'
import { text } from './params.ts'

export const optionsSchema = z.object({
  apiUrl: z.pipe(
    text,
    z.transform((given: string) => parseApiUrl(given)),
  ),
  /** Fetches a widget token from the page's backend. */
  getToken: z.custom<() => Promise<string>>((given) => typeof given === 'function', 'must be a function'),
  chainId: z.int('must be a whole number').check(z.positive('must be above 0')),
  rpcUrl: z.optional(text),
  walletAddress: z.optional(addressSchema),
  locale: z.optional(text),
  theme: z.optional(text),
  /** Where the dialog is put. */
  container: z.optional(z.custom<HTMLElement>()),
})
/**
 * Options of a provider, as docs/widget.md has them.
 *
 * @example
 * const options: ProviderOptions = { apiUrl: 'https://wallets.example', chainId: 84001, getToken: fetchToken }
 */
export type ProviderOptions = z.output<typeof optionsSchema>
