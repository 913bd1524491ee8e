import type { Address } from 'viem'
import {
  readSandboxFile,
  registerSandboxDomain,
  seedSandbox,
  writeSandboxFile,
  type Context,
} from '#service/index.ts'
import type { Settings } from './settings.ts'

/** The sandbox's addresses and what was seeded into it. */
export type Sandbox = Awaited<ReturnType<typeof fillSandbox>>

/** Seeds the sandbox of profile 1; repeating it changes nothing. */
export async function fillSandbox(settings: Settings, context: Context, relayer: Address) {
  const demoUrl = `http://shop.localhost:${settings.demoPort}`
  const known = await readSandboxFile(settings.dataDir)
  const { organizationId, apiKey, tokens } = await seedSandbox(context, {
    apiKey: known?.apiKey,
    embedOrigins: [settings.publicUrl, demoUrl],
  })
  const addresses = {
    inboxUrl: `${settings.publicUrl}/sandbox/inbox`,
    faucetUrl: `${settings.publicUrl}/sandbox/faucet`,
    demoUrl,
  }
  return {
    organizationId,
    chainId: context.chain.id,
    tokens,
    ...addresses,
    /** A further domain of the demo organization: profile 1 fixes those that a sandbox begins with. */
    registerDomain: (domain: string) => registerSandboxDomain(context, { organizationId, domain }),
    /** Writes `DATA_DIR/sandbox.json`. Source: profile 1. */
    writeFile: (setupUrl: string) =>
      writeSandboxFile(settings.dataDir, {
        baseUrl: `${settings.publicUrl}/v1/baas`,
        apiKey,
        chainId: context.chain.id,
        rpcUrl: `${settings.publicUrl}/sandbox/rpc`,
        factory: context.chain.factory,
        relayer,
        tokens,
        ...addresses,
        setupUrl,
      }),
  }
}
