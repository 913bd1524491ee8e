import { savedAddressSchema, type SaveAddressRequest, type SavedAddress } from '#protocol/org/address-book.ts'
import { callApi } from '#web/console/lib/api.ts'

const pathOf = (address: string) => `/api/addresses/${encodeURIComponent(address)}`

export function saveAddress({
  address,
  ...body
}: SaveAddressRequest & { address: string }): Promise<SavedAddress> {
  return callApi({ method: 'PUT', path: pathOf(address), body, answer: savedAddressSchema })
}

export function removeAddress(address: string): Promise<SavedAddress> {
  return callApi({ method: 'DELETE', path: pathOf(address), answer: savedAddressSchema })
}
