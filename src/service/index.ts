/** The service's entry: what the command line needs to run it. Everything else is internal. */
export { createService } from './create-service.ts'
export type { Context } from './context.ts'

export type { ServiceSettings } from './context.ts'
export { errorSentence } from './http/error-sentence.ts'
export { readinessReply } from './http/health.ts'
export { openApiDocument } from './api-description/openapi-document.ts'
export { createMetrics, type Metrics } from './http/metrics.ts'
export { currentTraceparent, requestFields, withRequestScope } from './http/request-scope.ts'
export { databaseObserver } from './observe-database.ts'
export { databaseCheck } from './readiness.ts'

export type { Database } from './db/database.ts'
export { databaseFacts, hasTables } from './db/database-facts.ts'
export {
  currentKeyId,
  recordDeploymentSecret,
  requireDeploymentSecret,
} from './db/deployment-secret.ts'
export { secretKeyId } from './db/secret-box.ts'
export { DirectoryLockedError, lockDirectory } from './db/directory-lock.ts'
export { migrate as migrateDatabase, migrationState } from './db/migrate.ts'
export { openDatabase, type OpenDatabase } from './db/open-database.ts'

export type { ChainConnection } from './chain/chain.ts'
export { openChain } from './chain/open-chain.ts'
export { deployContracts } from './deploy-contracts.ts'
export { inspectChain } from './inspect-chain.ts'
export { resealWebhookSecrets } from './webhooks/reseal-webhook-secrets.ts'
export { setGasBudget } from './relayer/gas-budget.ts'
export { loadRelayerKey } from './relayer/relayer-key.ts'
export { createSmtpMailer } from './email/smtp-mailer.ts'

export { addDomain } from './organizations/add-domain.ts'
export { createOrganization } from './organizations/create-organization.ts'
export { listDomains, registerDomain } from './organizations/domains.ts'
export { listOrganizations, setRequestLimit } from './organizations/operate-organizations.ts'
export { createProofReader } from './organizations/proof-reader.ts'
export { verifyDomain } from './organizations/verify-domain.ts'
export { ensureFirstOrganization } from './organizations/ensure-first-organization.ts'
export { createClientIp, type ClientIp } from './http/client-ip.ts'
export { parseIpRange } from './http/ip-range.ts'
export { createKeyMark } from './keys/api-key-format.ts'
export { storeApiKey } from './keys/issue-api-key.ts'
export { listApiKeys } from './keys/list-api-keys.ts'
export { revokeApiKey } from './keys/revoke-api-key.ts'
export { rotateApiKey } from './keys/rotate-api-key.ts'
export { ensureApiKey } from './keys/ensure-api-key.ts'

export { createInboxMailer } from './sandbox/inbox.ts'
export { openSandboxChain } from './sandbox/open-sandbox-chain.ts'
export { readSandboxFile, writeSandboxFile } from './sandbox/sandbox-file.ts'
export { seedSandbox } from './sandbox/seed-sandbox.ts'
