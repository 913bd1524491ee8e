/** The service's entry point: everything that the command line needs to run it. All other modules are internal. */
export { createService } from './create-service.ts'
export type { Context, ServiceSettings } from './context.ts'
export { safeFetch, TargetError } from './http/safe-fetch.ts'
export {
  atMostEvery,
  NotReady,
  ofSharedPart,
  PartAway,
  readinessReply,
  type ReadinessCheck,
} from './http/health.ts'
export { respondStarting } from './http/respond-starting.ts'
export { flatInput } from './api-description/flat-input.ts'
export { openApiDocument } from './api-description/openapi-document.ts'
export { scopeSentence } from './api-description/texts.ts'
export { createMetrics, type Metrics } from './http/metrics.ts'
export { databaseObserver, observeMailer } from './observe.ts'
export { databaseCheck, migrationsCheck } from './readiness.ts'
export { resealSecrets } from './reseal-secrets.ts'

export type { Database } from './db/database.ts'
export { readDatabaseHost } from './db/database-host.ts'
export { currentKeyId, recordDeploymentSecret, requireDeploymentSecret } from './db/deployment-secret.ts'
export { copyDatabase, listTables } from './db/copy-database.ts'
export { markMoved, requireNotMoved } from './db/moved-mark.ts'
export { DirectoryLockedError, lockDirectory } from './db/directory-lock.ts'
export {
  databaseFacts,
  hasTables,
  listUnreadable,
  migrate as migrateDatabase,
  migrationState,
} from './db/migrate.ts'
export { collectDatabaseMetrics } from './db/collect-database-metrics.ts'
export { openDatabase, type OpenDatabase } from './db/open-database.ts'
export { completeRestore } from './db/complete-restore.ts'
export { SEARCH_INDEXES } from './db/search-indexes.ts'
export { hearNotification } from './db/hear-notification.ts'
export { findEncodingFault, type EncodingFault } from './db/database-encoding.ts'
export {
  findReadOnlyCause,
  READ_ONLY,
  type ReadOnlyCause,
  type ReadOnlyWait,
  requireWritable,
} from './db/read-only.ts'
export { readDatabaseBytes } from './db/database-bytes.ts'
export { findLostSettings, type LostSetting, PROGRAM_OPTIONS } from './db/session-settings.ts'

export type { ChainConnection } from './chain/chain.ts'
export { EMBEDDED_CHAIN_ID } from './chain/anvil-process.ts'
export { openChain } from './chain/open-chain.ts'
export { listRemotePolicySigners } from './organizations/policy-signer.ts'
export { openRemotePolicySigner, type RemotePolicySigner } from './chain/remote-policy-signer.ts'
export { openRemoteSigners, type OpenSigners } from './chain/remote-signers.ts'
export { describeWays } from './chain/node-report.ts'
export { adoptWallet, type Adoption } from './adopt-wallet.ts'
export { adoptDeployments, type AdoptionContext } from './search-deployments.ts'
export { knownFactory } from './chain/factory-contract.ts'
export { readDeployedWallet } from './chain/find-deployments.ts'
export { readFinalBlock } from './chain/final-block.ts'
export { rereadHistory } from './holdings/reread-history.ts'
export { deployContracts, inspectChain, type ChainInspection } from './operate-chain.ts'
export { setGasBudget } from './relayer/gas-budget.ts'
export { loadRelayerKey } from './relayer/relayer-key.ts'
export { createSmtpMailer } from './email/smtp-mailer.ts'

export { addDomain } from './organizations/add-domain.ts'
export { closeOrganization } from '#service/organizations/close-organization.ts'
export { listRelatedDomains, registerDomain } from '#service/organizations/domains.ts'
export { ensureFirstOrganization, takeOverUnnamed } from '#service/organizations/operate-organizations.ts'
export { listDomains } from './organizations/list-domains.ts'
export {
  createOrganization,
  listOrganizations,
  setRequestLimit,
} from '#service/organizations/operate-organizations.ts'
export { createProofReader, FILE_PROBLEMS } from './organizations/proof-reader.ts'
export { verifyDomain } from './organizations/verify-domain.ts'
export { ensureApiKey, storeApiKey } from './keys/issue-api-key.ts'
export { listApiKeys } from './keys/list-api-keys.ts'
export { revokeApiKey } from './keys/update-api-key.ts'
export { rotateApiKey } from './keys/rotate-api-key.ts'

export { findSandboxData, type SandboxData } from './sandbox/find-sandbox-data.ts'
export { createInboxMailer } from '#service/sandbox/inbox.ts'
export { openSandboxChain } from './sandbox/open-sandbox-chain.ts'
export { createTimeMachine, openSandboxClock, requireTrueClock } from './sandbox/sandbox-clock.ts'
export { readSandboxFile, writeSandboxFile } from './sandbox/sandbox-file.ts'
export { registerSandboxDomain, seedSandbox } from './sandbox/seed-sandbox.ts'
export { readFreeBytes } from './disk-room.ts'
