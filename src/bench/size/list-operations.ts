import { encodeCursor } from '#server-kit/http/page-cursor.ts'
import { asked, type Places, type SizeOperation } from './size-places.ts'
import type { SizeWorld } from './size-world.ts'

/** Runs the operation before each measured run, so that the counts of finished days are cached. */
function daysCounted(operation: SizeOperation): SizeOperation {
  return { ...operation, prepare: operation.run }
}

/** Queries of the list of wallets, by name. */
function walletQueries(world: SizeWorld, wallet: Places['wallet']): Record<string, string> {
  const { wallets } = world.size
  const since = (place: { at: Date }, days: number) =>
    `sinceDatetime=${place.at.toISOString()}&untilDatetime=${new Date(place.at.getTime() + days * 86_400_000).toISOString()}`
  const byLabel = encodeCursor([false, wallet.middle.label, wallet.middle.id])
  return {
    'first page': '',
    'middle page': `cursor=${wallet.middle.cursor}`,
    'last page': `cursor=${wallet.last.cursor}`,
    'oldest first': 'sort=oldest',
    'oldest first, middle page': `sort=oldest&cursor=${wallet.middle.cursor}`,
    'by label': 'sort=label',
    'by label, middle page': `sort=label&cursor=${byLabel}`,
    'of the organization': 'owner=organization',
    'of the organization, by label': 'owner=organization&sort=label',
    'of end-users': 'owner=end-user',
    'of end-users, by label': 'owner=end-user&sort=label',
    submitted: 'state=submitted',
    'submitted, by label': 'state=submitted&sort=label',
    deployed: 'state=deployed',
    'with an approver': 'approver=enrolled',
    'with an approver, middle page, by label': `approver=enrolled&sort=label&cursor=${byLabel}`,
    'without an approver': 'approver=missing',
    'without an approver, oldest first': 'approver=missing&sort=oldest',
    'of one user': `externalUserId=user-${wallets - 6}`,
    'of a day': since(wallet.middle, 1),
    'of a day, by label': `${since(wallet.middle, 1)}&sort=label`,
    'of half the period, by label': `${since(wallet.middle, 350)}&sort=label`,
    'search, rare': `q=user-${wallets - 16}`,
    'search, frequent': 'q=savings',
    'search, one in forty': 'q=mail7.example',
    'search, one in forty, by label': 'q=mail7.example&sort=label',
    'search, one in forty, middle page': `q=mail7.example&cursor=${wallet.middle.cursor}`,
    'search, frequent, of the organization': 'q=treasury&owner=organization',
    'search, no match': 'q=zzzqqq',
    'search, no match, of frequent parts': 'q=mail7.exampleuser-',
    'search, two letters, no match': 'q=zq',
    'search, two letters, frequent': 'q=ma',
    'search, a name, by label': 'q=lovelace&sort=label',
    'search, an address': `q=${wallet.middle.address}`,
    'search, the beginning of an address': `q=${wallet.middle.address.slice(0, 8)}`,
    'search, an unknown address': 'q=0x0123456789abcdef',
  }
}

/** Pages, filters and searches of wallets. */
export function walletOperations(world: SizeWorld, { wallet }: Places): SizeOperation[] {
  return [
    ...Object.entries(walletQueries(world, wallet)).map(([name, query]) =>
      asked(world, { what: `wallets, ${name}`, path: `/v1/baas/wallets?limit=200&${query}` }),
    ),
    ...smaller(world).flatMap(({ name, key }) =>
      ['', 'q=savings', 'q=zzzqqq', 'q=zq', 'sort=label', 'approver=missing'].map((query) =>
        asked(world, {
          what: `wallets of ${name}, ${query}`,
          path: `/v1/baas/wallets?limit=200&${query}`,
          key,
        }),
      ),
    ),
    asked(world, { what: 'wallet search with a page of one', path: `/v1/baas/wallets?limit=1&q=user-` }),
    ...lookups(world, wallet.middle.address),
    asked(world, {
      what: 'summaries of wallets',
      path: `/v1/baas/wallets/summaries?addresses=${wallet.middle.address}`,
      // The chain does not respond in this world, so the request fails after its statements.
      status: 502,
    }),
  ]
}

/**
 * Lookups of a wallet, a look-alike and addresses without a name. One lookup also names a wallet whose history is
 * searched.
 */
function lookups(world: SizeWorld, wallet: string): SizeOperation[] {
  const path = '/v1/baas/addresses/lookup'
  const imitation = `${wallet.slice(0, 6)}${'0'.repeat(32)}${wallet.slice(-4)}`
  const others = Array.from({ length: 48 }, (_, index) => `0x${(index + 1).toString(16).padStart(40, 'f')}`)
  const addresses = [wallet, imitation, ...others]
  return [
    asked(world, { what: 'lookup of 50 addresses', path, body: { addresses } }),
    asked(world, {
      what: 'lookup of 50 addresses, used by a wallet',
      path,
      body: { addresses, walletAddress: wallet },
    }),
  ]
}

function smaller({ medium, small }: SizeWorld) {
  return [
    { name: 'the medium organization', key: medium.key },
    { name: 'a small organization', key: small.key },
  ]
}

/** Pages, filters and searches of transactions, and the details of one. */
export function transactionOperations(world: SizeWorld, places: Places): SizeOperation[] {
  const { wallet, transaction, treasury } = places
  const list = '/v1/org/transactions?limit=200'
  return [
    ...Object.entries(transactionQueries(world, places)).map(([name, query]) =>
      asked(world, { what: `transactions, ${name}`, path: `${list}&${query}` }),
    ),
    ...smaller(world).flatMap(({ name, key }) =>
      [
        '',
        'status=SUBMITTED',
        'status=CANCELLED',
        'kind=approve-all',
        `token=${ABSENT}`,
        'user=savings',
        'user=zq',
      ].map((query) =>
        asked(world, { what: `transactions of ${name}, ${query}`, path: `${list}&${query}`, key }),
      ),
    ),
    asked(world, { what: 'transactions, baas, a page of 200', path: '/v1/baas/transactions?limit=200' }),
    asked(world, { what: 'one transaction', path: `/v1/baas/transactions/${transaction.middle.id}` }),
    asked(world, {
      what: 'timeline of a transaction',
      path: `/v1/org/transactions/${transaction.middle.id}/timeline`,
    }),
    asked(world, {
      what: 'history of a busy wallet',
      path: `/v1/baas/wallets/${treasury}/history?limit=200`,
    }),
    asked(world, {
      what: 'history of a wallet',
      path: `/v1/baas/wallets/${wallet.middle.address}/history?limit=200`,
    }),
    daysCounted(asked(world, { what: 'overview', path: '/v1/org/overview' })),
    daysCounted(asked(world, { what: 'usage of 30 days', path: '/v1/org/usage' })),
    daysCounted(
      asked(world, {
        what: 'overview of a small organization',
        path: '/v1/org/overview',
        key: world.small.key,
      }),
    ),
    asked(world, { what: 'gas budget', path: '/v1/org/gas' }),
    asked(world, { what: 'alerts', path: '/v1/org/alerts' }),
  ]
}

function transactionQueries(world: SizeWorld, places: Places): Record<string, string> {
  const { wallet, transaction, treasury } = places
  const since = `sinceDatetime=${transaction.middle.at.toISOString()}`
  const until = `untilDatetime=${new Date(transaction.middle.at.getTime() + 86_400_000).toISOString()}`
  const coin = `0x${'c0'.repeat(20)}`
  const queries: Record<string, string> = {
    'first page': '',
    'middle page': `cursor=${transaction.middle.cursor}`,
    'last page': `cursor=${transaction.last.cursor}`,
    'of a busy wallet': `wallet=${treasury}`,
    'of a busy wallet, middle page': `wallet=${treasury}&cursor=${transaction.middle.cursor}`,
    'of a wallet': `wallet=${wallet.middle.address}`,
    'by digest': `digest=${transaction.middle.digest}`,
    'of a day': `${since}&${until}`,
    'of a coin': `token=${coin}`,
    'of a coin, middle page': `token=${coin}&cursor=${transaction.middle.cursor}`,
    'of the chain’s coin': `token=0x${'00'.repeat(20)}`,
    'of an unused token': `token=${ABSENT}`,
    'search, one user': `user=user-${world.size.wallets - 16}`,
    'search, frequent': 'user=savings',
    'search, one in forty': 'user=mail7.example',
    'search, no match': 'user=zzzqqq',
    'search, two letters, no match': 'user=zq',
    'search, one user, failed': `user=user-${world.size.wallets - 16}&status=FAILED`,
    'of a busy wallet, failed': `wallet=${treasury}&status=FAILED`,
    'of a coin, failed': `token=${coin}&status=FAILED`,
    'of a day, approvals': `${since}&${until}&kind=approve`,
    'of a day, no match': `${since}&${until}&status=SUBMITTED`,
  }
  for (const status of STATES) {
    queries[status] = `status=${status}`
    queries[`${status}, middle page`] = `status=${status}&cursor=${transaction.middle.cursor}`
  }
  for (const kind of KINDS) {
    queries[`kind ${kind}`] = `kind=${kind}`
    queries[`kind ${kind}, middle page`] = `kind=${kind}&cursor=${transaction.middle.cursor}`
  }
  return queries
}

/** An address that is not a token. */
const ABSENT = '0x8f2b64c1d05e7a39b8c4f6102d7e95ab3c81f4d6'

const STATES = [
  'PENDING_USER_APPROVAL',
  'APPROVED',
  'SUBMITTED',
  'CONFIRMED',
  'FAILED',
  'REJECTED',
  'EXPIRED',
  'CANCELLED',
]
const KINDS = ['transfer', 'approve', 'approve-all', 'wallet', 'other']
