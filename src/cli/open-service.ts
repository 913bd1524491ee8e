import type { Logger } from 'pino'
import { privateKeyToAddress } from 'viem/accounts'
import {
  createInboxMailer,
  createService,
  createSmtpMailer,
  loadRelayerKey,
  openChain,
  openSandboxChain,
  type Database,
  type Context,
} from '#service/index.ts'
import { ensureOrganization } from './ensure-organization.ts'
import { fillSandbox, type Sandbox } from './fill-sandbox.ts'
import type { Settings } from './settings.ts'
import { subkey } from './subkey.ts'

export type RunningService = {
  fetch: (request: Request) => Promise<Response>
  /** The organization of this deployment, and the key by which the BFF speaks for it. */
  organization: { id: string; name: string; apiKey: string }
  sandbox: Sandbox | undefined
  close: () => Promise<void>
}

type OpenServiceOptions = {
  settings: Settings
  dataDir: string
  secret: Uint8Array
  db: Database
  log: Logger
}

/** Starts the embedded service on its chain: the sandbox's own where no RPC_URL is set. */
export async function openService(options: OpenServiceOptions): Promise<RunningService> {
  const { settings, dataDir, db, log } = options
  const sandboxed = settings.chain === undefined
  const relayerKey = await loadRelayerKey({ dataDir, privateKey: settings.chain?.relayerPrivateKey })
  const relayer = privateKeyToAddress(relayerKey)
  const clock = { now: () => new Date() }
  const chain = settings.chain
    ? await openChain({ ...settings.chain, log })
    : await openSandboxChain({ dataDir, relayer, log })
  const mailer = settings.smtpUrl
    ? createSmtpMailer({ smtpUrl: settings.smtpUrl, from: settings.mailFrom })
    : createInboxMailer({ db, clock })
  const service = createService({
    db,
    chain,
    relayerPrivateKeys: [relayerKey],
    mailer,
    log,
    clock,
    settings: {
      publicUrl: settings.publicUrl,
      sandbox: sandboxed,
      confirmations: settings.confirmations,
      codeKey: subkey(options.secret, 'verification codes'),
    },
  })
  const close = async () => {
    await service.stop()
    await chain.close()
  }
  try {
    const context: Context = await service.start()
    const sandbox = sandboxed ? await fillSandbox({ settings, dataDir, context, relayer }) : undefined
    const organization = await ensureOrganization({ settings, dataDir, context })
    return { fetch: service.fetch, organization, sandbox, close }
  } catch (cause) {
    await close()
    throw cause
  }
}
