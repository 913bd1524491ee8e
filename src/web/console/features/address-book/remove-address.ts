import { savedAddressSchema, type SavedAddress } from '#protocol/org/address-book.ts'
import { callApi } from '#web/console/lib/api.ts'

export async function removeAddress(address: string): Promise<SavedAddress> {
  const path = `/api/addresses/${encodeURIComponent(address)}`
  return (await callApi({ method: 'DELETE', path, answer: savedAddressSchema })).content
}
