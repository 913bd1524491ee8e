import { join } from 'node:path'
import type { Logger } from 'pino'
import { startDemoShop } from '#widget/demo/server.ts'
import type { Sandbox } from './fill-sandbox.ts'
import { listenError } from './listen.ts'
import type { RunningBff } from './open-bff.ts'
import { readSecretFile, writeSecretFile } from '#server-kit/secrets/secret-file.ts'
import type { Settings } from './settings.ts'

type ShopSandbox = Pick<Sandbox, 'demoUrl' | 'faucetUrl' | 'registerDomain'> & {
  tokens: Pick<Sandbox['tokens'], 'erc20'>
}

/** Starts the demo shop: an integrator's page on another origin, with an integration of its own. */
export async function startShop(options: {
  settings: Settings
  dataDir: string
  bff: Pick<RunningBff, 'ensureIntegration'>
  sandbox: ShopSandbox
  log: Logger
}): Promise<{ close: () => Promise<void> }> {
  const { settings, sandbox } = options
  const { host, demoPort: port } = settings
  return startDemoShop({
    port,
    host,
    latchkeyUrl: settings.publicUrl,
    integrationSecret: await integrationSecret(options),
    faucetUrl: sandbox.faucetUrl,
    demoCoin: sandbox.tokens.erc20,
    registerDomain: sandbox.registerDomain,
    log: options.log,
  }).catch((cause: unknown) => {
    throw cause instanceof Error ? listenError(cause, { host, port, setting: 'DEMO_PORT' }) : cause
  })
}

async function integrationSecret(options: {
  dataDir: string
  bff: Pick<RunningBff, 'ensureIntegration'>
  sandbox: ShopSandbox
}): Promise<string> {
  const path = join(options.dataDir, 'demo-shop.key')
  // The page, and the subdomain of it that has the wallet in a frame.
  const origins = [options.sandbox.demoUrl, options.sandbox.demoUrl.replace('//', '//wallet.')]
  const operations = ['create', 'transfer', 'execute'] as const
  // The label carries the origin: another DEMO_PORT is another integration.
  const label = `Demo shop ${new URL(options.sandbox.demoUrl).host}`
  const made = await options.bff.ensureIntegration({ label, origins, operations: [...operations] })
  if (made !== undefined) await writeSecretFile(path, made)
  const secret = made ?? (await readSecretFile(path))
  if (secret === undefined) {
    throw new Error(`${path} is missing: revoke the integration “${label}” in the console and start again.`)
  }
  return secret
}
