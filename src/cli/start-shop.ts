import { join } from 'node:path'
import { startDemoShop } from '#widget/demo/server.ts'
import type { Deployment } from './deployment.ts'
import type { Sandbox } from './fill-sandbox.ts'
import { listenError } from './listen.ts'
import type { RunningBff } from './open-bff.ts'
import { readSecretFile, writeSecretFile } from '#server-kit/secrets/secret-file.ts'
import type { Settings } from './settings.ts'

type Shop = {
  settings: Settings
  bff: Pick<RunningBff, 'ensureIntegration'>
  sandbox: Pick<Sandbox, 'demoUrl' | 'faucetUrl' | 'registerDomain'> & {
    tokens: Pick<Sandbox['tokens'], 'erc20'>
  }
}

/** Starts the demo shop: an integrator's page on another origin, with an integration of its own. */
export async function startShop({ log, ...shop }: Shop & Pick<Deployment, 'log'>) {
  const { settings, sandbox } = shop
  const { host, demoPort: port } = settings
  return startDemoShop({
    port,
    host,
    latchkeyUrl: settings.publicUrl,
    integrationSecret: await integrationSecret(shop),
    faucetUrl: sandbox.faucetUrl,
    demoCoin: sandbox.tokens.erc20,
    registerDomain: sandbox.registerDomain,
    log,
  }).catch((cause: unknown) => {
    throw cause instanceof Error ? listenError(cause, { host, port, setting: 'DEMO_PORT' }) : cause
  })
}

async function integrationSecret({ settings, bff, sandbox }: Shop): Promise<string> {
  const path = join(settings.dataDir, 'demo-shop.key')
  // The page, and the subdomain of it that has the wallet in a frame.
  const origins = [sandbox.demoUrl, sandbox.demoUrl.replace('//', '//wallet.')]
  const operations = ['create', 'transfer', 'execute'] as const
  // The label carries the origin: another DEMO_PORT is another integration.
  const label = `Demo shop ${new URL(sandbox.demoUrl).host}`
  const made = await bff.ensureIntegration({ label, origins, operations: [...operations] })
  if (made !== undefined) await writeSecretFile(path, made)
  const secret = made ?? (await readSecretFile(path))
  if (secret === undefined) {
    throw new Error(`${path} is missing: revoke the integration “${label}” in the console and start again.`)
  }
  return secret
}
