import { privateKeyToAccount } from 'viem/accounts'
import { createService } from '#service/create-service.ts'
import { createInboxMailer } from '#service/sandbox/inbox.ts'
import { openSandboxClock, createTimeMachine } from '#service/sandbox/sandbox-clock.ts'
import { seedSandbox } from '#service/sandbox/seed-sandbox.ts'
import { startTestChain } from './chain.ts'
import { startTestContext } from './test-context.ts'

export type SandboxAnswer = {
  status: number
  headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- assertions look into it; nothing trusts it
  body: any
}

/** A seeded sandbox: the service with its chain, faucet and inbox. */
export async function startSandboxService() {
  let now = () => new Date()
  const chain = await startTestChain({ now: () => now() })
  const base = await startTestContext({ chain: chain.chain })
  const clock = await openSandboxClock(base.db)
  now = clock.now
  const { relay: _, ...parts } = base
  const service = createService({
    ...parts,
    mailer: createInboxMailer({ db: base.db, clock }),
    clock,
    timeMachine: createTimeMachine({ clock, chain: chain.embedded }),
    settings: { ...base.settings, sandbox: true },
    relayerSigners: [privateKeyToAccount(chain.relayerKey)],
  })
  const ctx = await service.start()
  const seeded = await seedSandbox(ctx)

  /** Calls a path of the service. Paths of the specification use the sandbox's key. */
  async function call(method: string, path: string, body?: unknown, withKey = false): Promise<SandboxAnswer> {
    const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    if (path.startsWith('/v1') || withKey) headers['x-api-key'] = seeded.apiKey
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const response = await service.fetch(new Request(`http://localhost:4000${path}`, init))
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
  }
  const stop = async () => {
    await service.stop()
    await base.close()
    await chain.close()
  }
  return { chain, base, service, ctx, seeded, call, stop }
}
