import * as z from 'zod/mini'
import { harmlessText } from '#protocol/display/text.ts'
import { ownPasskeyListSchema, type OwnPasskey } from '#protocol/members.ts'
import { creationOptionsSchema } from '#protocol/passkey/ceremony-options.ts'
import { callRoute, runRoute } from '#web/console/lib/api.ts'
import { pathQuery } from '#web/console/lib/read.query.ts'
import { makePasskey } from '#web/ui/ask-passkey.ts'

const NAME_LENGTH_MAX = 50

export const ownPasskeysQuery = () =>
  pathQuery(['own-passkeys'], '/api/account/passkeys', ownPasskeyListSchema)

export function passkeyLabel({ name }: OwnPasskey): string {
  return harmlessText(name, NAME_LENGTH_MAX).text
}

/** Creates one more passkey for the signed-in person. @throws ApiError, or ReadableError when the prompt was closed */
export async function addPasskey(name: string): Promise<void> {
  const answer = z.object({ options: creationOptionsSchema })
  const { options } = await callRoute('POST /api/account/passkeys/options', answer)
  const response = await makePasskey(options)
  await runRoute('POST /api/account/passkeys', { body: { name, response } })
}
