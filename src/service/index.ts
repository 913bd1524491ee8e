/** The service's entry: what the command line needs to run it. Everything else is internal. */
export { createService } from './create-service.ts'
export type { Context } from './context.ts'

export type { Database } from './db/database.ts'
export { openDatabase } from './db/open-database.ts'

export { openChain } from './chain/open-chain.ts'
export { loadRelayerKey } from './relayer/relayer-key.ts'
export { createSmtpMailer } from './email/smtp-mailer.ts'

export { ensureFirstOrganization } from './organizations/ensure-first-organization.ts'
export { createKeyMark } from './keys/api-key-format.ts'
export { ensureApiKey } from './keys/ensure-api-key.ts'

export { createInboxMailer } from './sandbox/inbox.ts'
export { openSandboxChain } from './sandbox/open-sandbox-chain.ts'
export { readSandboxFile, writeSandboxFile } from './sandbox/sandbox-file.ts'
export { seedSandbox } from './sandbox/seed-sandbox.ts'
