import { queryOptions } from '@tanstack/react-query'
import { harmlessText } from '#protocol/display/text.ts'
import { ADDRESS_LABEL_LENGTH_MAX, addressBookSchema } from '#protocol/org/address-book.ts'
import { callApi } from './api.ts'

/** The organization's names for addresses, shown with every address. */
export const addressBookQuery = () =>
  queryOptions({
    queryKey: ['address-book'],
    queryFn: ({ signal }) =>
      callApi({
        method: 'GET',
        path: '/api/addresses',
        answer: addressBookSchema,
        signal,
      }),
    staleTime: 60_000,
  })

/** The address book's name for an address, without anything that could deceive a reader. */
export const savedName = (label: string) => harmlessText(label, ADDRESS_LABEL_LENGTH_MAX).text
