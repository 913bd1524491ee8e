import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { createAuthenticator } from '#protocol/testing/authenticator.ts'
import { PROCESS_SETTINGS } from '#service/testing/process-settings.ts'
import type { BenchPlace } from './bench-wallets.ts'

const ORIGIN = new URL(PROCESS_SETTINGS.approvalUrl).origin
const INVITATION = /#invite=([A-Za-z0-9_-]{43})\b/
const ROUNDS_MAX = 200
const RETRY_MS = 20

const inboxSchema = z.array(z.object({ text: z.string() }))
const ceremonySchema = z.object({ content: z.object({ ceremonyId: z.string(), options: z.unknown() }) })
const statusSchema = z.object({
  content: z.object({
    status: z.string(),
    approval: z.optional(z.object({ number: z.optional(z.number()) })),
  }),
})

export type BenchApprover = Awaited<ReturnType<typeof enrolApprover>>

/**
 * The end-user of an email address, with a passkey in the approval app. `place` is the origin of a process
 * that responds at the moment.
 */
export async function enrolApprover(place: () => BenchPlace, email: string) {
  const passkey = createAuthenticator()
  let cookie = ''
  const post = async (path: string, body: unknown) => {
    const headers = { origin: ORIGIN, 'content-type': 'application/json', cookie }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await fetch(`${place().origin}/approve/api${path}`, init)
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const begun = await begin('/enrolment/begin', { invitation: await readInvitation(place(), email) })
  await post('/enrolment/finish', {
    ceremonyId: begun.ceremonyId,
    response: passkey.register(begun.options, { origin: ORIGIN }),
  })

  async function begin(path: string, body: unknown) {
    return ceremonySchema.parse(await post(path, body)).content
  }
  async function decide(transactionUuid: string): Promise<boolean> {
    const { status, approval } = await read(place(), transactionUuid)
    if (status !== 'PENDING_USER_APPROVAL') return true
    const { ceremonyId, options } = await begin('/decisions/begin', {
      transactionUuid,
      decision: 'approve',
      number: approval?.number,
    })
    const response = passkey.assert(options, { origin: ORIGIN })
    await post('/decisions/finish', { ceremonyId, response })
    return true
  }
  /** Approves a held transaction. Retries if a process ended in between. */
  return async (transactionUuid: string): Promise<void> => {
    for (let round = 0; ; round += 1) {
      const isDone = await decide(transactionUuid).catch((error: unknown) => {
        if (round > ROUNDS_MAX) throw error
        return false
      })
      if (isDone) return
      await wait(RETRY_MS)
    }
  }
}

async function read({ origin, apiKey }: BenchPlace, transactionUuid: string) {
  const path = `${origin}/v1/baas/transactions/${transactionUuid}`
  return statusSchema.parse(await (await fetch(path, { headers: { 'x-api-key': apiKey } })).json()).content
}

async function readInvitation({ origin }: BenchPlace, email: string): Promise<string> {
  for (;;) {
    const answer = await fetch(`${origin}/sandbox/inbox?to=${encodeURIComponent(email)}`)
    const mails = inboxSchema.parse(await answer.json())
    const [token] = mails.flatMap(({ text }) => INVITATION.exec(text)?.[1] ?? [])
    if (token !== undefined) return token
    await wait(RETRY_MS)
  }
}
