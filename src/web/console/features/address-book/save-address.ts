import { savedAddressSchema, type SaveAddressRequest, type SavedAddress } from '#protocol/org/address-book.ts'
import { callApi } from '#web/console/lib/api.ts'

export async function saveAddress({
  address,
  ...body
}: SaveAddressRequest & { address: string }): Promise<SavedAddress> {
  const path = `/api/addresses/${encodeURIComponent(address)}`
  return (await callApi({ method: 'PUT', path, body, answer: savedAddressSchema })).content
}
