import type { Address } from 'viem'
import { REQUESTER_HEADER } from '#protocol/requester.ts'
import type { ApprovalService } from './approval-service.ts'
import { enrol, type TestApprover } from './approver-devices.ts'
import { newAddress } from './new-address.ts'
import type { Answer } from './test-service.ts'

/** Three people whom an approval policy names, as members of the organization. */
export const PEOPLE = ['ada', 'ben', 'cleo'].map((id) => ({
  email: `${id}@example.com`,
  administratorId: id,
  name: id.toUpperCase(),
}))

type Rule = { approvers?: unknown[]; approvalsRequired?: number }
type Sending = { asks?: string; emails?: string[]; to?: Address; expiration?: string; headers?: object }

/** Header that names an administrator as the requester. */
export function nameRequester(id: string, emails?: string[]): Record<string, string> {
  const requester = { kind: 'administrator', id, name: `The ${id}`, emails }
  return { [REQUESTER_HEADER]: JSON.stringify(requester) }
}

/** An organization without policies, with a wallet of its own and three enrolled people whom a policy can name. */
export async function startApprovingPeople(world: ApprovalService) {
  const own = await world.createWallet({ coins: 10_000n })
  const buildRule = ({ approvers = PEOPLE, approvalsRequired = 2 }: Rule = {}) => ({
    kind: 'approval',
    tokenAddress: world.chain.tokens.erc20,
    amount: '10',
    approvers,
    approvalsRequired,
  })
  const callPolicies = (method: string, path: string, body?: unknown) =>
    world.call(method, `/v1/org/policies${path}`, body === undefined ? {} : { body })

  /** Creates a policy for transfers over 10 coins. */
  async function createPolicy(rule?: Rule): Promise<Answer['content']> {
    const { status, content, text } = await callPolicies('POST', '', {
      name: 'Large sums',
      rule: buildRule(rule),
    })
    if (status !== 200) throw new Error(text)
    return content
  }

  /** Signs and sends a transfer of 11 coins, in the name of the administrator `asks`. */
  async function send({ asks = 'requester', emails, to = newAddress(), headers, ...fields }: Sending = {}) {
    const body = world.signed(own, { ...world.transfer(to, 11n), ...fields })
    const named = { ...nameRequester(asks, emails), ...headers }
    return (await world.call('POST', '/v1/baas/transactions/execute', { body, headers: named })).content
  }

  /** Reads a transaction as the organization's own people do. */
  async function readListed(uuid: string): Promise<Answer['content']> {
    const listed = await world.call('GET', `/v1/org/transactions?wallet=${own.address}`)
    return listed.content.find((one: { transactionUuid: string }) => one.transactionUuid === uuid)
  }

  await createPolicy()
  const devices: TestApprover[] = []
  for (const { email } of PEOPLE) {
    const device = world.newDevice(email)
    await enrol(device, await world.invitationFor(email))
    devices.push(device)
  }
  const [ada, ben, cleo] = devices
  await world.ctx.db.deleteFrom('policies').execute()
  if (ada === undefined || ben === undefined || cleo === undefined) throw new Error('nobody has enrolled')
  return { own, ada, ben, cleo, buildRule, callPolicies, createPolicy, send, readListed }
}
