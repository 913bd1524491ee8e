import type { Address } from 'viem'
import type { Logger } from 'pino'
import { checksumAddress } from '#protocol/display/address.ts'
import type { ChainConnection } from './chain/chain.ts'
import { knownFactory, openFactory } from './chain/factory-contract.ts'
import { isDeployed } from './chain/wallet-contract.ts'
import type { Clock } from '#server-kit/clock.ts'
import type { Database } from './db/database.ts'
import type { Notifications } from './db/notifications.ts'
import { createRelay } from './relayer/create-relay.ts'
import { sendAndWait } from './relayer/send-and-wait.ts'
import type { Signer } from './relayer/sign-attempt.ts'

/**
 * Puts the wallet factory on the chain, paid by the relayer's keys, where it does not stand yet. Its address is
 * the same on every chain and for any deployer; doing it again changes nothing.
 *
 * @throws Error with a sentence for the operator when something else stands there
 */
export async function deployContracts(options: {
  db: Database
  notifications: Notifications
  chain: ChainConnection
  signers: readonly Signer[]
  clock: Clock
  log: Logger
}): Promise<{ factory: Address; wasThere: boolean }> {
  const { db, chain, clock } = options
  const wasThere = await isDeployed(chain, await knownFactory(db, chain.id))
  const relay = createRelay({ ...options, settings: { confirmations: 1 } })
  await relay.start()
  try {
    const send = sendAndWait(relay, 'deployment')
    const { factory } = await openFactory({ db, chain, send, now: clock.now() })
    return { factory: checksumAddress(factory), wasThere }
  } finally {
    await relay.stop()
  }
}
