import { sql } from 'kysely'
import * as z from 'zod/mini'
import { EVENT_TYPES } from '#protocol/events.ts'
import type { Decision } from '#protocol/approver-api.ts'
import { createAuthenticator, type Authenticator, type Ceremony } from '#protocol/testing/authenticator.ts'
import { startExecuteHarness } from './execute-harness.ts'
import { signedPermit } from './signed-permit.ts'
import type { TestWallet } from './wallet-requests.ts'
import type { Answer } from './harness.ts'

const ORIGIN = 'http://localhost:4000'

/** An end-user with the approval app on one device: their cookie and their passkey. */
export type TestApprover = {
  email: string
  passkey: Authenticator
  /** `approvalapp=value`, as the browser sends it. */
  cookie: () => string
  get: (path: string) => Promise<Answer>
  post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Answer>
  /** The ceremony of a decision that is not refused. */
  begin: (
    transactionUuid: string,
    decision: Decision,
    number?: number,
  ) => Promise<NonNullable<DecisionChanges['begun']>>
  /** The whole ceremony. Undefined `number` means that the right one is picked to approve. */
  decide: (transactionUuid: string, decision: Decision, changes?: DecisionChanges) => Promise<Answer>
}

/** A test's deviations from the approval app. */
export type DecisionChanges = {
  number?: number
  ceremony?: Partial<Ceremony>
  passkey?: Authenticator
  /** Kind of the held subject. Undefined means a transaction. */
  of?: 'message'
  /** Replaces the ceremony that was begun. */
  begun?: { ceremonyId: string; options: unknown }
}

export type ApproverHarness = Awaited<ReturnType<typeof startApproverHarness>>
export type Protected = { wallet: TestWallet; approver: TestApprover }

const FINAL = new Set(['CONFIRMED', 'FAILED', 'REJECTED', 'EXPIRED', 'CANCELLED'])
const RECEIVER = '0x00000000000000000000000000000000000c0111'
const eventSchema = z.looseObject({ transactionUuid: z.optional(z.string()) })

export async function startApproverHarness(parts: Parameters<typeof startExecuteHarness>[0] = {}) {
  const harness = await startExecuteHarness(parts)
  const { ctx } = harness
  let users = 0

  /** The transaction as its integrator reads it. */
  const read = async (uuid: string): Promise<Answer['content']> => {
    const answer = await harness.call('GET', `/v1/baas/transactions/${uuid}`)
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.content
  }
  /** The number that the widget shows. */
  const numberOf = async (uuid: string): Promise<number> => (await read(uuid)).approval.number

  /** The number to approve with. Undefined means the right one. */
  async function pick(uuid: string, decision: Decision, number?: number) {
    if (decision !== 'approve') return {}
    return { number: number ?? (await numberOf(uuid)) }
  }

  /** Reads until the transaction is in a final state. */
  async function ended(uuid: string): Promise<Answer['content']> {
    for (;;) {
      const transaction = await read(uuid)
      if (FINAL.has(transaction.status)) return transaction
      await moment()
    }
  }

  /** The token of the newest invitation mail to an address. */
  async function invitationFor(email: string): Promise<string> {
    for (;;) {
      const mail = ctx.mails.findLast((one) => one.to === email && one.text.includes('#invite='))
      const token = /#invite=([A-Za-z0-9_-]{43})\b/.exec(mail?.text ?? '')?.[1]
      if (token !== undefined) return token
      await moment()
    }
  }

  /** A browser that is not signed in, with a passkey that is not enrolled. */
  function newDevice(email: string, passkey = createAuthenticator()): TestApprover {
    let cookie = ''
    const send = async (method: string, path: string, options: Parameters<typeof harness.call>[2]) => {
      const headers = { ...(cookie === '' ? {} : { cookie }), ...options?.headers }
      const answer = await harness.call(method, `/approve/api${path}`, { key: null, ...options, headers })
      const set = answer.headers.get('set-cookie')?.split(';')[0]
      if (set !== undefined) cookie = set
      return answer
    }
    const post: TestApprover['post'] = (path, body, headers = {}) =>
      send('POST', path, { body, headers: { origin: ORIGIN, ...headers } })
    async function decide(uuid: string, decision: Decision, changes: DecisionChanges = {}): Promise<Answer> {
      const [at, named] =
        changes.of === 'message' ? ['/messages', { messageUuid: uuid }] : ['', { transactionUuid: uuid }]
      const picked = changes.begun === undefined ? await pick(uuid, decision, changes.number) : {}
      const asked = changes.begun ?? (await post(`${at}/decisions/begin`, { ...named, decision, ...picked }))
      // A wrong number declines before anything is signed.
      if ('status' in asked && !('ceremonyId' in asked.content)) return asked
      const begun = 'status' in asked ? asked.content : asked
      const signer = changes.passkey ?? passkey
      const response = signer.assert(begun.options, { origin: ORIGIN, ...changes.ceremony })
      return post(`${at}/decisions/finish`, { ceremonyId: begun.ceremonyId, response })
    }
    const begin: TestApprover['begin'] = async (transactionUuid, decision, number) => {
      const picked = await pick(transactionUuid, decision, number)
      return (await post('/decisions/begin', { transactionUuid, decision, ...picked })).content
    }
    return { email, passkey, cookie: () => cookie, get: (path) => send('GET', path, {}), post, begin, decide }
  }

  /** A wallet whose end-user has enrolled, and that end-user. */
  async function protectedWallet(options: { externalUserId?: string; email?: string; label?: string } = {}) {
    users += 1
    const wallet = await harness.createWallet({ coins: 1_000n, externalUserId: `user-${users}`, ...options })
    const approver = newDevice(wallet.email)
    await enrol(approver, await invitationFor(wallet.email))
    return { wallet, approver }
  }

  /** Executes a transfer of one coin and returns the uuid of the held transaction. */
  async function hold(wallet: TestWallet, fields: { expiration?: string } = {}): Promise<string> {
    const answer = await harness.execute(
      harness.signed(wallet, { ...harness.transfer(RECEIVER, 1n), ...fields }),
    )
    if (answer.status !== 200) throw new Error(`nothing was held: ${answer.text}`)
    return answer.content.transactionUuid
  }

  /** Has a permit held; returns the message's uuid and the number. */
  async function holdMessage(wallet: TestWallet): Promise<{ messageUuid: string; number: number }> {
    const body = signedPermit(harness.chain, wallet)
    const answer = await harness.call('POST', '/v1/baas/messages', { body })
    if (answer.status !== 200) throw new Error(`nothing was held: ${answer.text}`)
    return answer.content
  }

  /** Types of the events of a transaction that webhooks send, in the order in which they were stored. */
  async function eventsOf(uuid: string): Promise<string[]> {
    const rows = await ctx.db.selectFrom('events').select(['type', 'data']).orderBy('position').execute()
    return rows
      .filter(({ data }) => z.parse(eventSchema, data).transactionUuid === uuid)
      .map(({ type }) => type)
      .filter((type) => EVENT_TYPES.some((told) => told === type))
  }

  /** It is over in so many seconds. */
  async function setDeadline(uuid: string, seconds = 0): Promise<void> {
    await sql`update held_transactions set deadline = now() + ${seconds}::integer * interval '1 second'
      where transaction_id = ${uuid}::uuid`.execute(ctx.db)
  }

  return {
    ...harness,
    setDeadline,
    newDevice,
    protectedWallet,
    hold,
    holdMessage,
    read,
    ended,
    numberOf,
    invitationFor,
    eventsOf,
  }
}

/** Enrols the device's passkey with an invitation; throws when it is refused. */
export async function enrol(device: TestApprover, invitation: string): Promise<Answer> {
  const begun = await device.post('/enrolment/begin', { invitation })
  if (begun.status !== 200) throw new Error(`enrolment was refused: ${begun.text}`)
  const { ceremonyId, options } = begun.content
  const response = device.passkey.register(options, { origin: ORIGIN })
  const answer = await device.post('/enrolment/finish', { ceremonyId, response })
  if (answer.status !== 200) throw new Error(`enrolment was refused: ${answer.text}`)
  return answer
}

/** The same person's second device, with a passkey and a session of its own. */
export async function addDevice(harness: ApproverHarness, first: TestApprover): Promise<TestApprover> {
  const device = harness.newDevice(first.email)
  const added = await first.post('/enrolment/begin', {})
  const made = device.passkey.register(added.content.options, { origin: ORIGIN })
  const { ceremonyId } = added.content
  const enrolled = await first.post('/enrolment/finish', { ceremonyId, response: made })
  if (enrolled.status !== 200) throw new Error(`no device was added: ${enrolled.text}`)
  const begun = (await device.post('/sign-in/begin', {})).content
  const response = device.passkey.assert(begun.options, { origin: ORIGIN })
  await device.post('/sign-in/finish', { ceremonyId: begun.ceremonyId, response })
  return device
}

function moment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5))
}
