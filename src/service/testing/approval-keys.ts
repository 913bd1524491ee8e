import { expect } from 'vitest'
import type { KeyChange } from '#protocol/approver-api.ts'
import type { ApprovalService } from './approval-service.ts'
import { addDevice } from './approval-service.ts'
import { ORIGIN, type TestApprover } from './approver-devices.ts'
import { WAIT } from './co-signed-wallet.ts'
import type { Answer } from './test-service.ts'

type Changed = { change: KeyChange; passkeyId: string; signer?: TestApprover['passkey'] }

/**
 * Changes the keys of the person's approval wallet, as the app does. Signs with the device's own passkey unless the
 * test passes a different one.
 */
export async function changeKey(
  device: TestApprover,
  { change, passkeyId, signer = device.passkey }: Changed,
): Promise<Answer> {
  const begun = await device.post('/passkeys/keys/begin', { change, passkeyId })
  if (begun.status !== 200) return begun
  const { ceremonyId, options } = begun.content
  return device.post('/passkeys/keys/finish', {
    ceremonyId,
    response: signer.assert(options, { origin: ORIGIN }),
  })
}

/** The state of a passkey as a key of the approval wallet, as the app displays it. Undefined for an unknown passkey. */
export async function keyState(device: TestApprover, passkeyId: string): Promise<string | undefined> {
  const { content } = await device.get('/passkeys')
  return content.find(({ id }: { id: string }) => id === passkeyId)?.chainKey
}

/** The person's second device, after its passkey became a key of the deployed approval wallet. */
export async function addKeyDevice(world: ApprovalService, first: TestApprover): Promise<TestApprover> {
  const other = await addDevice(world, first)
  const passkeyId = other.passkey.credentialId
  await expect.poll(() => keyState(first, passkeyId), WAIT).toBe('no-key')
  const answer = await changeKey(first, { change: 'add', passkeyId })
  expect(answer.status, answer.text).toBe(200)
  await expect.poll(() => keyState(first, passkeyId), WAIT).toBe('key')
  // The chain shows the key before the relayer has read the receipt. Until then the call counts as pending.
  await expect.poll(() => countOnTheirWay(world, first), WAIT).toBe(0)
  return other
}

async function countOnTheirWay({ ctx }: ApprovalService, { email }: TestApprover): Promise<number> {
  const calls = await ctx.db
    .selectFrom('relayed_transactions as relayed')
    .innerJoin('approvers', 'approvers.wallet_address', 'relayed.to_address')
    .select('relayed.id')
    .where('approvers.email', '=', email)
    .where('relayed.status', '=', 'signed')
    .execute()
  return calls.length
}
