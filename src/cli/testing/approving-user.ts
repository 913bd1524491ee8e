import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { createAuthenticator } from '#protocol/testing/authenticator.ts'

/** Where the end-user's browser and the integrator's backend send their requests at the moment. */
type ApprovalPlace = { origin: string; apiKey: string }

export type ApprovingUser = Awaited<ReturnType<typeof enrolApprovingUser>>

const ROUNDS_MAX = 10_000
const RETRY_MS = 20
const NOT_FOUND = 404

const ceremonySchema = z.object({ content: z.object({ ceremonyId: z.string(), options: z.unknown() }) })
const statusSchema = z.object({
  content: z.object({
    status: z.string(),
    approval: z.optional(z.object({ number: z.optional(z.number()) })),
  }),
})

/**
 * Enrols an end-user with a passkey in the approval app, which has the origin `appOrigin`. The returned function
 * approves a held transaction. It retries while no process responds. It returns false if the service does not know
 * the transaction.
 */
export async function enrolApprovingUser(
  place: () => ApprovalPlace,
  { appOrigin, invitation }: { appOrigin: string; invitation: string },
) {
  const passkey = createAuthenticator()
  let cookie = ''
  const post = async (path: string, body: unknown) => {
    const headers = { origin: appOrigin, 'content-type': 'application/json', cookie }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await fetch(`${place().origin}/approve/api${path}`, init)
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const begin = async (path: string, body: unknown) => ceremonySchema.parse(await post(path, body)).content
  const begun = await begin('/enrolment/begin', { invitation })
  await post('/enrolment/finish', {
    ceremonyId: begun.ceremonyId,
    response: passkey.register(begun.options, { origin: appOrigin }),
  })

  async function decide(transactionUuid: string): Promise<boolean> {
    const { origin, apiKey } = place()
    const path = `${origin}/v1/baas/transactions/${transactionUuid}`
    const response = await fetch(path, { headers: { 'x-api-key': apiKey } })
    if (response.status === NOT_FOUND) return false
    const { status, approval } = statusSchema.parse(await response.json()).content
    if (status !== 'PENDING_USER_APPROVAL') return true
    const { ceremonyId, options } = await begin('/decisions/begin', {
      transactionUuid,
      decision: 'approve',
      number: approval?.number,
    })
    await post('/decisions/finish', { ceremonyId, response: passkey.assert(options, { origin: appOrigin }) })
    return true
  }
  return async (transactionUuid: string): Promise<boolean> => {
    for (let round = 0; ; round += 1) {
      const isKnown = await decide(transactionUuid).catch((error: unknown) => {
        if (round > ROUNDS_MAX) throw error
        return undefined
      })
      if (isKnown !== undefined) return isKnown
      await wait(RETRY_MS)
    }
  }
}
