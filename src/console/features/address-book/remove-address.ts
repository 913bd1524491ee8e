import { savedAddressSchema, type SavedAddress } from '#shared/org/address-book.ts'
import { callApi } from '#console/lib/api.ts'

export async function removeAddress(address: string): Promise<SavedAddress> {
  const path = `/api/addresses/${encodeURIComponent(address)}`
  return (await callApi({ method: 'DELETE', path, answer: savedAddressSchema })).content
}
