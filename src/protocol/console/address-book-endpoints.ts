import * as z from 'zod/mini'
import {
  foundAddressesSchema,
  knownAddressesSchema,
  lookUpAddressesRequestSchema,
  searchAddressesQuerySchema,
} from '#protocol/addresses.ts'
import {
  addressBookSchema,
  importAddressesRequestSchema,
  saveAddressRequestSchema,
  savedAddressSchema,
  verifyPayeeRequestSchema,
} from '#protocol/console/address-book.ts'
import { addressSchema } from '#protocol/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'

const params = z.strictObject({ address: addressSchema })

/**
 * The organization's names for addresses. Members see these names where they choose a recipient and where they sign,
 * so changes require step-up.
 */
export const ADDRESS_BOOK_ENDPOINTS = {
  listAddresses: consoleEndpoint('GET', '/api/addresses', 'read-only', { answer: addressBookSchema }),
  searchAddresses: consoleEndpoint('GET', '/api/addresses/search', 'read-only', {
    query: searchAddressesQuerySchema,
    answer: foundAddressesSchema,
  }),
  lookUpKnownAddresses: consoleEndpoint('POST', '/api/addresses/lookup', 'read-only', {
    body: lookUpAddressesRequestSchema,
    answer: knownAddressesSchema,
  }),
  importAddresses: consoleEndpoint('POST', '/api/addresses/import', 'operator', {
    stepUp: true,
    action: 'address.saved',
    body: importAddressesRequestSchema,
    answer: addressBookSchema,
  }),
  saveAddress: consoleEndpoint('PUT', '/api/addresses/:address', 'operator', {
    stepUp: true,
    action: 'address.saved',
    params,
    body: saveAddressRequestSchema,
    answer: savedAddressSchema,
  }),
  removeAddress: consoleEndpoint('DELETE', '/api/addresses/:address', 'operator', {
    stepUp: true,
    action: 'address.removed',
    params,
    answer: savedAddressSchema,
  }),
  /** This name is displayed where people sign. */
  verifyPayee: consoleEndpoint('PUT', '/api/addresses/:address/payee', 'admin', {
    stepUp: true,
    action: ['address.verified', 'address.unverified'],
    params,
    body: verifyPayeeRequestSchema,
    answer: savedAddressSchema,
  }),
}
