import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { harmlessText } from '#protocol/display/text.ts'
import { ownPasskeyListSchema, type OwnPasskey } from '#protocol/members.ts'
import { creationOptionsSchema } from '#protocol/passkey/ceremony-options.ts'
import { callApi } from '#web/console/lib/api.ts'
import { makePasskey } from '#web/ui/ask-passkey.ts'

const PATH = '/api/account/passkeys'
const NAME_LENGTH_MAX = 50
const answer = z.unknown()

export const ownPasskeysQuery = () =>
  queryOptions({
    queryKey: ['own-passkeys'],
    queryFn: ({ signal }) => callApi({ method: 'GET', path: PATH, answer: ownPasskeyListSchema, signal }),
  })

export function passkeyLabel({ name }: OwnPasskey): string {
  return harmlessText(name, NAME_LENGTH_MAX).text
}

/** Creates one more passkey for the signed-in person. @throws ApiError, or ReadableError when the prompt was closed */
export async function addPasskey(name: string): Promise<void> {
  const { options } = await callApi({
    method: 'POST',
    path: `${PATH}/options`,
    answer: z.object({ options: creationOptionsSchema }),
  })
  const response = await makePasskey(options)
  await callApi({ method: 'POST', path: PATH, body: { name, response }, answer })
}

export async function renamePasskey(passkeyId: string, name: string): Promise<void> {
  await callApi({ method: 'PUT', path: pathOf(passkeyId), body: { name }, answer })
}

export async function removePasskey(passkeyId: string): Promise<void> {
  await callApi({ method: 'DELETE', path: pathOf(passkeyId), answer })
}

function pathOf(passkeyId: string): string {
  return `${PATH}/${encodeURIComponent(passkeyId)}`
}
