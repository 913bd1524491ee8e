import { privateKeyToAccount } from 'viem/accounts'
import { createService, type ServiceOptions } from '#service/create-service.ts'
import { startTestChain, type TestChain } from './chain.ts'
import { harnessOn, type Harness } from './harness.ts'
import type { SoftwarePasskey } from './software-passkey.ts'
import { createTestClock, startTestContext, type TestContext } from './test-context.ts'
import { requestWallet } from './wallet-requests.ts'

export type ChainHarness = Harness & {
  test: TestChain
  /** Asks for a code and creates a wallet on the Demo organization's domain. */
  createWallet: (more?: Record<string, unknown>) => Promise<CreatedWallet>
}
export type CreatedWallet = { passkey: SoftwarePasskey; address: string; transactionHash: string }

/** The whole service as `createService` wires it, on a fresh database and a fresh embedded chain with the same clock. */
export async function startChainHarness(): Promise<ChainHarness> {
  const clock = createTestClock()
  const test = await startTestChain({ now: () => clock.now() })
  const base = { ...(await startTestContext({ chain: test.chain })), clock }
  const relayerSigners = [privateKeyToAccount(test.relayerKey)]
  const harness = await serveOn(base, { relayerSigners }, () => test.close())
  const createWallet = async (more?: Record<string, unknown>): Promise<CreatedWallet> => {
    const { passkey, answer } = await requestWallet(harness, more)
    if (answer.status !== 200) throw new Error(`no wallet was created: ${answer.text}`)
    const { address, transactionHash } = answer.content
    return { passkey, address, transactionHash }
  }
  return { ...harness, test, createWallet }
}

/** A started service with the parts of a test's context, or others in their place. `close` ends what it stands on. */
export async function serveOn(
  base: TestContext,
  parts: Partial<ServiceOptions> & Pick<ServiceOptions, 'relayerSigners'>,
  close: () => Promise<void>,
): Promise<Harness> {
  const service = createService({ ...base, ...parts })
  const { mails, logLines, clock } = base
  const ctx = Object.assign(await service.start(), { mails, logLines, clock, close: base.close })
  const stop = async () => {
    await service.stop()
    await close()
    await base.close()
  }
  return harnessOn({ ctx, fetch: service.fetch, stop })
}
