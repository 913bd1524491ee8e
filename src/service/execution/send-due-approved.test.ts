import { afterEach, expect, test, vi } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import type { Relayed, RelayRequest } from '#service/relayer/relay.ts'
import { createApproverDevices, enrol } from '#service/testing/approver-devices.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const world = await forFile(serviceWorld.approvals())
const other = await world.addOrganization('Other', 'other.example')
const quiet = await createProtectedWallet(other)
const loud = await world.protectedWallet()
afterEach(() => void vi.restoreAllMocks())

/** A wallet of another organization, and the tools of its end-user. */
async function createProtectedWallet(organization: typeof other) {
  const wallet = await world.createWallet({ organization, coins: 10n, externalUserId: 'user-of-other' })
  const call: typeof world.call = (method, path, options) =>
    world.call(method, path, { key: organization.key, ...options })
  const devices = createApproverDevices({ ctx: world.ctx, call })
  const approver = devices.newDevice(wallet.email)
  await enrol(approver, await devices.invitationFor(wallet.email))
  const hold = async (): Promise<string> => {
    const body = world.signed(wallet, world.transfer(newAddress(), 1n))
    return (await world.execute(body, organization)).content.transactionUuid
  }
  return { approver, hold, read: devices.read }
}

/** Calls of the loud wallet hang in the relayer until the test lets the oldest one fail. */
function hangLoud() {
  const { submit } = world.ctx.relay
  const fails: (() => void)[] = []
  const intercept = (request: RelayRequest) => {
    if (request.to !== loud.wallet.address.toLowerCase()) return submit(request)
    return new Promise<Relayed>((_, reject) => void fails.push(() => reject(apiError('CHAIN_TIMEOUT'))))
  }
  vi.spyOn(world.ctx.relay, 'submit').mockImplementation(intercept)
  return { begun: () => fails.length, fail: (index: number) => fails[index]?.() }
}

async function approveLoud(): Promise<string> {
  const uuid = await world.hold(loud.wallet)
  expect((await loud.approver.decide(uuid, 'approve')).status).toBe(200)
  return uuid
}

test('behavior: calls of an organization that hang delay its own next calls, and none of another', async () => {
  const hanging = hangLoud()
  const first = await approveLoud()
  await expect.poll(hanging.begun).toBe(1)
  const second = await approveLoud()
  const uuid = await quiet.hold()
  await quiet.approver.decide(uuid, 'approve')
  await expect.poll(async () => (await quiet.read(uuid)).status).toBe('CONFIRMED')
  expect(hanging.begun()).toBe(1)
  hanging.fail(0)
  await expect.poll(hanging.begun).toBe(2)
  hanging.fail(1)
  vi.restoreAllMocks()
  for (const sent of [first, second]) expect(await world.ended(sent)).toMatchObject({ status: 'CONFIRMED' })
})
