import type { Address } from 'viem'
import {
  createInboxMailer,
  closeOrganization,
  createService,
  createSmtpMailer,
  loadRelayerKey,
  observeMailer,
  type Context,
  type ServiceSettings,
  readSandboxFile,
  registerSandboxDomain,
  seedSandbox,
  writeSandboxFile,
} from '#service/index.ts'
import { consoleTablesCheck } from './database-state.ts'
import type { Deployment } from './deployment.ts'
import { EMBEDDED_ON_A_CHAIN } from './doctor-database.ts'
import { openGround } from './open-ground.ts'
import { createOrganizationWithKey, ensureOrganization, type StoredApiKey } from './organization-with-key.ts'
import { openPolicySigner } from './policy-signer.ts'
import { openRelayerSigners } from './relayer-signers.ts'
import { type DeploymentSecrets, secretsAtRest, subkey } from './secret-key.ts'
import type { Settings } from './settings.ts'

type Service = ReturnType<typeof createService>

export type RunningService = {
  /** Takes `client` for requests that came over the network (`Service.fetch`). */
  fetch: Service['fetch']
  /** Returns the organization of this deployment and the BFF's API key for it. */
  ensureOrganization: (storedApiKey: StoredApiKey) => ReturnType<typeof ensureOrganization>
  /** Creates another organization and returns the BFF's API key for it. */
  createOrganization: (name: string) => ReturnType<typeof createOrganizationWithKey>
  closeOrganization: (organizationId: string) => ReturnType<typeof closeOrganization>
  mailer: Context['mailer']
  /** The deployment's clock. A sandbox's may be ahead of the machine's. */
  clock: Context['clock']
  sandbox: Sandbox | undefined
  /** Returns the memory of the sandbox's chain in bytes (`ChainConnection.memoryBytes`). */
  chainMemory: (() => number | undefined) | undefined
  /** Call before the listener closes (`Service.release`). */
  release: Service['release']
  close: () => Promise<void>
}

/** Starts the embedded service on its chain: the sandbox's own chain if RPC_URL is not set. */
export async function openService(deployment: Deployment): Promise<RunningService> {
  const { settings, log, secrets, metrics, database, ground } = deployment
  const { db, notifications } = database
  const sandboxed = settings.chain === undefined
  if (!sandboxed && database.engine === 'pglite') log.warn(`the embedded database ${EMBEDDED_ON_A_CHAIN}`)
  const keys = await openRelayerSigners(
    settings.chain?.relayer ?? { privateKeys: [await loadRelayerKey(settings)] },
  )
  const relayer = keys.signers[0].address
  const remotePolicySigner =
    settings.chain &&
    (await openPolicySigner(
      settings.chain,
      keys.signers.map(({ address }) => address),
    ))
  const { chain, clock, timeMachine } = ground ?? (await openGround({ settings, log }, relayer, db))
  const mailer = openMailer(deployment, clock)
  const service = createService({
    db,
    notifications,
    chain,
    relayerSigners: keys.signers,
    mailer,
    log,
    metrics,
    clock,
    timeMachine,
    settings: serviceSettings(settings, secrets),
    remotePolicySigner,
    moreChecks: settings.role === 'all' ? { consoleTables: consoleTablesCheck(database) } : undefined,
  })
  const close = async () => {
    await service.stop()
    await keys.close()
    await remotePolicySigner?.close()
    if (ground === undefined) await chain.close()
  }
  try {
    const context: Context = await service.start()
    const sandbox = sandboxed ? await fillSandbox(settings, context, relayer) : undefined
    return {
      fetch: service.fetch,
      ensureOrganization: (storedApiKey) => ensureOrganization(settings, context, storedApiKey),
      createOrganization: (name) =>
        createOrganizationWithKey(context, { name, domains: [], keyLabel: 'Console' }),
      closeOrganization: (organizationId) => closeOrganization(context, organizationId),
      mailer,
      clock,
      sandbox,
      chainMemory: chain.memoryBytes,
      release: service.release,
      close,
    }
  } catch (cause) {
    await close()
    throw cause
  }
}

/** Sends by SMTP if it is configured, otherwise into the sandbox's inbox. */
function openMailer({ settings, database, metrics }: Deployment, clock: Context['clock']): Context['mailer'] {
  const { smtpUrl, mailFrom } = settings
  const sender =
    smtpUrl === undefined
      ? createInboxMailer({ db: database.db, clock })
      : createSmtpMailer({ smtpUrl, from: mailFrom })
  return observeMailer(sender, metrics)
}

/** The deployment settings that the service receives. */
export function serviceSettings(settings: Settings, secrets: DeploymentSecrets): ServiceSettings {
  return {
    publicUrl: settings.publicUrl,
    approvalUrl: settings.approvalUrl,
    sandbox: settings.chain === undefined,
    ipfsGateway: settings.ipfsGateway,
    arweaveGateway: settings.arweaveGateway,
    confirmations: settings.confirmations,
    gasBudgetWeiPerDay: settings.gasBudgetWeiPerDay,
    gasLimits: settings.gasLimits,
    callsPerTransactionMax: settings.callsPerTransactionMax,
    requestLimits: settings.requestLimits,
    simulationsAtOnceMax: settings.simulationsAtOnceMax,
    executionsAtOnceMin: settings.executionsAtOnceMin,
    feePerGasMax: settings.feePerGasMax,
    tipPerGasMin: settings.tipPerGasMin,
    codeKey: subkey(secrets.current, 'verification codes'),
    receiptSeed: subkey(secrets.current, 'receipts'),
    secretKeys: secretsAtRest(secrets),
  }
}

/** The sandbox's addresses and its seeded data. */
export type Sandbox = Awaited<ReturnType<typeof fillSandbox>>

/** Seeds the sandbox of profile 1. Idempotent. */
async function fillSandbox(settings: Settings, context: Context, relayer: Address) {
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
    /** Adds a domain to the demo organization. Profile 1 fixes the initial ones. */
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
