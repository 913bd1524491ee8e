/**
 * Files whose SQL can behave differently on Postgres: claims, leases, locks, races, idempotency, sequences, search,
 * migrations, notifications and several processes. `npm test` runs them on it, the full tier all other files with a
 * database too.
 */
export const POSTGRES_FILES = [
  'src/service/http/idempotency.test.ts',
  'src/service/email/verification.test.ts',
  ...inFolder('src/service/alerts', ['raise-alerts', 'raise-loosening']),
  ...inFolder('src/service/approvals', ['decisions', 'enrolment', 'mails', 'push-subscriptions', 'races']),
  ...inFolder('src/service/db', [
    'leases',
    'migrate',
    'migrations/0001-schema',
    'migrations/0002-outside-executions',
    'notifications',
    'open-database',
    'open-postgres',
  ]),
  ...inFolder('src/service/holdings', ['create-indexer', 'list-history', 'roll-back']),
  ...inFolder('src/service/keys', ['ensure-api-key', 'keys', 'rate-limits', 'request-log', 'rotation']),
  ...inFolder('src/service/organizations', ['close-organization', 'fee-settings', 'organizations']),
  ...inFolder('src/service/relayer', ['deadlock', 'gas-budget', 'recovery', 'relay', 'several-processes']),
  ...inFolder('src/service/policies', ['day-limit', 'message-limits', 'policies']),
  ...inFolder('src/service/tokens', ['organization-tokens', 'tokens']),
  'src/service/ledger/move-transactions.test.ts',
  ...inFolder('src/service/execution', [
    'events',
    'execute-outcomes',
    'execute-transaction',
    'executed-unapproved',
    'outside-executions',
    'get-overview',
    'held-execution',
    'list-transactions',
    'outcomes',
    'send-approved',
  ]),
  ...inFolder('src/service/wallets', [
    'create-wallet',
    'create-wallet-processes',
    'list-wallets',
    'record-deployment',
  ]),
  ...inFolder('src/service/webhooks', [
    'attempt-details',
    'delivery',
    'delivery-worker',
    'housekeeping',
    'live-events',
    'reseal-webhook-secrets',
    'resend-deliveries',
    'retries',
    'stream-events',
    'webhooks',
  ]),
  ...inFolder('src/service/chain', ['factory-contract']),
  ...inFolder('src/bff', [
    'address-book/address-book',
    'alerts/alerts',
    'audit/audit',
    'audit/record-audit',
    'db/migrate',
    'members/join',
    'sessions/answer-once',
  ]),
  ...inFolder('src/cli', ['check-session', 'live-events', 'two-processes']),
]

/** Files that take `depth` or `sample` of `#protocol/testing/tier.ts`: the full tier runs them in full. */
export const DEEPER_FILES = [
  ...inFolder('src/service', [
    'fuzz',
    'hostile-bodies',
    'approvals/fuzz',
    'json-test-suite',
    'relayer/crash',
    'execution/client-data-verdicts',
    'execution/follow-outcomes',
    'chain/encode-bundle',
  ]),
  ...inFolder('src/bff', ['fuzz']),
  ...inFolder('src/protocol', [
    'display/text',
    'messages/hash-typed-data',
    'signing/joined-signature',
    'signing/unpack-execute',
    'signing/wallet-batch',
  ]),
  ...inFolder('widget', ['build/publish-widget', 'flows/tamper-suite', 'held/pays-once']),
]

function inFolder(folder: string, names: readonly string[]): string[] {
  return names.map((name) => `${folder}/${name}.test.ts`)
}
