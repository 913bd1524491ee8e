import * as z from 'zod/mini'
import { callApi } from '#console/lib/api.ts'

export async function signOut(): Promise<void> {
  await callApi({ method: 'POST', path: '/api/sign-out', answer: z.unknown(), sessionless: true })
}
