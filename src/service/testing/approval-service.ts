import { sql } from 'kysely'
import * as z from 'zod/mini'
import { EVENT_TYPES } from '#protocol/events.ts'
import { waitFor } from '#protocol/testing/wait-for.ts'
import { createApproverDevices, enrol, ORIGIN, type TestApprover } from './approver-devices.ts'
import { signedPermit } from './signed-permit.ts'
import type { Answer } from './test-service.ts'
import type { TestWallet } from './wallet-requests.ts'
import { startWalletService } from './wallet-service.ts'

export type ApprovalService = Awaited<ReturnType<typeof startApprovalService>>
export type Protected = { wallet: TestWallet; approver: TestApprover }

const FINAL = new Set(['CONFIRMED', 'FAILED', 'REJECTED', 'EXPIRED', 'CANCELLED'])
const RECEIVER = '0x00000000000000000000000000000000000c0111'
const eventSchema = z.looseObject({ transactionUuid: z.optional(z.string()) })

export async function startApprovalService(parts: Parameters<typeof startWalletService>[0] = {}) {
  const world = await startWalletService(parts)
  const { ctx } = world
  let users = 0
  const { newDevice, invitationFor, read, numberOf } = createApproverDevices(world)

  /** Reads until the transaction is in a final state. */
  async function ended(uuid: string): Promise<Answer['content']> {
    return waitFor(`a final state of transaction ${uuid}`, async () => {
      const transaction = await read(uuid)
      return FINAL.has(transaction.status) && transaction
    })
  }

  /** A wallet whose end-user has enrolled, and that end-user. */
  async function protectedWallet(options: { externalUserId?: string; email?: string; label?: string } = {}) {
    users += 1
    const wallet = await world.createWallet({ coins: 1_000n, externalUserId: `user-${users}`, ...options })
    const approver = newDevice(wallet.email)
    await enrol(approver, await invitationFor(wallet.email))
    return { wallet, approver }
  }

  /** Executes a transfer of one coin and returns the uuid of the held transaction. */
  async function hold(wallet: TestWallet, fields: { expiration?: string } = {}): Promise<string> {
    const answer = await world.execute(world.signed(wallet, { ...world.transfer(RECEIVER, 1n), ...fields }))
    if (answer.status !== 200) throw new Error(`nothing was held: ${answer.text}`)
    return answer.content.transactionUuid
  }

  /** Submits a permit, which is held. Returns the uuid of the message and the number to approve it with. */
  async function holdMessage(wallet: TestWallet): Promise<{ messageUuid: string; number: number }> {
    const body = signedPermit(world.chain, wallet)
    const answer = await world.call('POST', '/v1/baas/messages', { body })
    if (answer.status !== 200) throw new Error(`nothing was held: ${answer.text}`)
    return answer.content
  }

  /** Types of the events of a transaction that webhooks send, in the order in which they were stored. */
  async function eventsOf(uuid: string): Promise<string[]> {
    const rows = await ctx.db.selectFrom('events').select(['type', 'data']).orderBy('position').execute()
    return rows
      .filter(({ data }) => z.parse(eventSchema, data).transactionUuid === uuid)
      .map(({ type }) => type)
      .filter((type) => EVENT_TYPES.some((emitted) => emitted === type))
  }

  /** Sets the deadline to some seconds from now. */
  async function setDeadline(uuid: string, seconds = 0): Promise<void> {
    await sql`update held_transactions set deadline = now() + ${seconds}::integer * interval '1 second'
      where transaction_id = ${uuid}::uuid`.execute(ctx.db)
  }

  return {
    ...world,
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

/** The same person's second device, with its own passkey and session. */
export async function addDevice(world: ApprovalService, first: TestApprover): Promise<TestApprover> {
  const device = world.newDevice(first.email)
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
