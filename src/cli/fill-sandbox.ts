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
export type Sandbox = {
  organizationId: string
  chainId: number
  inboxUrl: string
  faucetUrl: string
  demoUrl: string
  tokens: { erc20: Address; erc721: Address; erc1155: Address }
  /** A further domain of the demo organization: profile 1 fixes those that a sandbox begins with. */
  registerDomain: (domain: string) => Promise<void>
  /** Writes `DATA_DIR/sandbox.json`. Source: profile 1. */
  writeFile: (setupUrl: string) => Promise<void>
}

/** Seeds the sandbox of profile 1; repeating it changes nothing. */
export async function fillSandbox(options: {
  settings: Settings
  dataDir: string
  context: Context
  relayer: Address
}): Promise<Sandbox> {
  const { settings, dataDir, context, relayer } = options
  const demoUrl = `http://shop.localhost:${settings.demoPort}`
  const known = await readSandboxFile(dataDir)
  const { organizationId, apiKey, tokens } = await seedSandbox(context, {
    apiKey: known?.apiKey,
    embedOrigins: [settings.publicUrl, demoUrl],
  })
  const addresses = {
    inboxUrl: `${settings.publicUrl}/sandbox/inbox`,
    faucetUrl: `${settings.publicUrl}/sandbox/faucet`,
    demoUrl,
  }
  const writeFile = (setupUrl: string) =>
    writeSandboxFile(dataDir, {
      baseUrl: `${settings.publicUrl}/v1/baas`,
      apiKey,
      chainId: context.chain.id,
      rpcUrl: `${settings.publicUrl}/sandbox/rpc`,
      factory: context.chain.factory,
      relayer,
      tokens,
      ...addresses,
      setupUrl,
    })
  const addDomain = (domain: string) => registerSandboxDomain(context, { organizationId, domain })
  return {
    organizationId,
    chainId: context.chain.id,
    tokens,
    ...addresses,
    registerDomain: addDomain,
    writeFile,
  }
}
