import { privateKeyToAccount } from 'viem/accounts'
import { createService } from '#service/create-service.ts'
import { startTestChain, type TestChain } from './chain.ts'
import { harnessOn, type Harness } from './harness.ts'
import { createSoftwarePasskey, type SoftwarePasskey } from './software-passkey.ts'
import { startTestContext } from './test-context.ts'

export type ChainHarness = Harness & {
  test: TestChain
  /** Asks for a code and creates a wallet on the Demo organization's domain. */
  createWallet: (more?: Record<string, unknown>) => Promise<CreatedWallet>
}
export type CreatedWallet = { passkey: SoftwarePasskey; address: string; transactionHash: string }

/** The whole service as `createService` wires it, on a fresh database and a fresh embedded chain. */
export async function startChainHarness(): Promise<ChainHarness> {
  const test = await startTestChain()
  const base = await startTestContext({ chain: test.chain })
  const service = createService({
    db: base.db,
    notifications: base.notifications,
    chain: test.chain,
    relayerSigners: [privateKeyToAccount(test.relayerKey)],
    mailer: { send: (mail) => base.mailer.send(mail) },
    settings: base.settings,
    log: base.log,
    clock: base.clock,
  })
  const { mails, logLines, clock, close } = base
  const ctx = Object.assign(await service.start(), { mails, logLines, clock, close })
  const stop = async () => {
    await service.stop()
    await test.close()
    await base.close()
  }
  const harness = await harnessOn({ ctx, fetch: service.fetch, stop })
  return { ...harness, test, createWallet: (more) => createWallet(harness, more) }
}

async function createWallet(harness: Harness, more: Record<string, unknown> = {}): Promise<CreatedWallet> {
  const passkey = createSoftwarePasskey(harness.demo.domain)
  const email = `user-${passkey.qxHex.slice(0, 16)}@example.com`
  const verificationCode = await harness.requestCode(email)
  const body = { ...keyOf(passkey), email, verificationCode, ...more }
  const answer = await harness.call('POST', '/v1/baas/wallets', { body })
  if (answer.status !== 200) throw new Error(`no wallet was created: ${answer.text}`)
  const { address, transactionHash } = answer.content
  return { passkey, address, transactionHash }
}

/** The fields of a predict or create request that name a passkey. */
export function keyOf(passkey: SoftwarePasskey): { qx: string; qy: string; rpIdHash: string } {
  return { qx: passkey.qxHex, qy: passkey.qyHex, rpIdHash: passkey.rpIdHash }
}
