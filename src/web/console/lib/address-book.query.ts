import { queryOptions } from '@tanstack/react-query'
import { addressBookSchema } from '#protocol/org/address-book.ts'
import { callApi } from './api.ts'

/** The organization's names for addresses; shown wherever an address appears. */
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
