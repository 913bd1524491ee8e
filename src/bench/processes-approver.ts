import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { enrolApprovingUser, type ApprovingUser } from '#cli/testing/approving-user.ts'
import { PROCESS_SETTINGS } from '#service/testing/process-settings.ts'
import type { BenchPlace } from './bench-wallets.ts'

const INVITATION = /#invite=([A-Za-z0-9_-]{43})\b/
const RETRY_MS = 20

const inboxSchema = z.array(z.object({ text: z.string() }))

export type BenchApprover = ApprovingUser

/**
 * The end-user of an email address, with a passkey in the approval app. `place` is the origin of a process
 * that responds at the moment.
 */
export async function enrolApprover(place: () => BenchPlace, email: string): Promise<BenchApprover> {
  const invitation = await readInvitation(place(), email)
  const appOrigin = new URL(PROCESS_SETTINGS.approvalUrl).origin
  return enrolApprovingUser(place, { appOrigin, invitation })
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
