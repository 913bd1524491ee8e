import { harmlessText } from '#protocol/display/text.ts'
import { ADDRESS_LABEL_LENGTH_MAX, addressBookSchema } from '#protocol/console-api.ts'
import { pathQuery } from './read.query.ts'

/** The organization's names for addresses, shown with every address. */
export const addressBookQuery = () =>
  pathQuery(['address-book'], '/api/addresses', addressBookSchema, { staleTime: 60_000 })

/** The address book's name for an address, without anything that could deceive a reader. */
export const savedName = (label: string) => harmlessText(label, ADDRESS_LABEL_LENGTH_MAX).text
