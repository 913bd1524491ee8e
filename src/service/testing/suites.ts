/**
 * Files whose SQL can behave differently on Postgres: claims, leases, locks, races, idempotency, sequences, search,
 * migrations, notifications and several processes. `npm test` runs them on Postgres only. The full tier runs them on the
 * embedded database too, and every other file with a database on Postgres.
 */
export const POSTGRES_FILES = [
  'src/service/http/idempotency.test.ts',
  ...inFolder('src/service/email', ['check-code', 'verification']),
  ...inFolder('src/service/alerts', ['raise-alerts', 'raise-loosening']),
  ...inFolder('src/service/approvals', ['decisions', 'enrolment', 'mails', 'push-subscriptions', 'races']),
  ...inFolder('src/service/db', [
    'collect-database-metrics',
    'end-lost-sessions',
    'leases',
    'migrate',
    'migrations/0001-schema',
    'migrations/0002-outside-executions',
    'notifications',
    'open-database',
    'name-prepared',
    'open-postgres',
    'retrying-database',
  ]),
  ...inFolder('src/service/holdings', ['create-indexer', 'list-history', 'roll-back']),
  ...inFolder('src/service/keys', ['ensure-api-key', 'keys', 'rate-limits', 'request-log', 'rotation']),
  ...inFolder('src/service/organizations', [
    'close-organization',
    'deadlock',
    'fee-settings',
    'organizations',
  ]),
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
    'lost-commit',
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
  ...inFolder('src/service', ['search-deployments']),
  ...inFolder('src/cli', ['check-session', 'live-events', 'postgres-dump', 'two-processes']),
]

/** Files that use `depth` or `sample` of `#protocol/testing/tier.ts`. The full tier runs them in full. */
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

/**
 * Files that only the full tier runs. They start or kill processes, open databases on disk repeatedly, or try
 * one case against every fault of a peer. Others take ten seconds or more for the details of a subject whose
 * main path another file of `npm test` covers. Together they take longer than all other files. A file that
 * tests the behavior of an endpoint is never one of them.
 */
export const LONG_FILES = [
  ...inFolder('src/bench', ['gas-in-use', 'limits']),
  ...inFolder('src/bff', ['alerts/account-events', 'fuzz', 'key-canary']),
  ...inFolder('src/cli', [
    'commands/commands',
    'commands/doctor',
    'commands/listen',
    'database-state',
    'deploy/incidents',
    'doctor-database',
    'live-events',
    'postgres-dump',
    'regular-expressions',
    'run-check',
    'start-sentence',
    'two-processes',
  ]),
  ...inFolder('src/contracts', ['effects']),
  ...inFolder('src/protocol', ['passkey/recover-public-key']),
  ...inFolder('src/service/approvals', [
    'approval-policy',
    'authority-notices',
    'bypass',
    'change-approval-keys',
    'known-keys',
    'live-route',
    'object-to-removal',
    'pushes',
    'races',
    'send-objections',
    'two-devices',
  ]),
  ...inFolder('src/service/chain', ['embedded-chain', 'failover', 'replay']),
  ...inFolder('src/service/db', [
    'end-lost-sessions',
    'open-ceremonies',
    'open-database',
    'start-pglite-thread',
  ]),
  ...inFolder('src/service/execution', [
    'authority-events',
    'authority-reorganized',
    'bundled-executions',
    'changed-co-signer',
    'client-data-verdicts',
    'lost-commit',
    'outside-reorganized',
    'policy-signed-remotely',
    'signing-key',
  ]),
  ...inFolder('src/service/holdings', ['create-indexer', 'index-chain', 'lying-tokens', 'roll-back']),
  ...inFolder('src/service/relayer', [
    'absent-fields',
    'bundle',
    'crash',
    'missing-receipts',
    'recovery',
    'reorgs',
    'replacements',
    'several-processes',
    'sign-attempt',
  ]),
  ...inFolder('src/service/webhooks', ['crash', 'delivery-worker']),
  ...inFolder('src/service', [
    'hostile-bodies',
    'json-test-suite',
    'node-variants',
    'policies/ways-out',
    'readiness',
    'rpc-mode',
    'sandbox/script',
    'testing/reused-pglite',
    'tokens/lying-tokens',
  ]),
  ...inFolder('widget', ['core/headless-cancel', 'flows/tamper-suite', 'held/pays-once']),
]

function inFolder(folder: string, names: readonly string[]): string[] {
  return names.map((name) => `${folder}/${name}.test.ts`)
}
