import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import { createPasskey, type Passkey, type Passkeys } from './passkeys.ts'
import type { Sandbox } from './sandbox.ts'

const createdSchema = z.object({ address: z.string(), label: z.string() })

/**
 * The owner and the balance of a wallet to create.
 *
 * @example
 * const seed: WalletSeed = { externalUserId: 'user-1', coins: '0' }
 */
export type WalletSeed = {
  /** Your own id of the user, as your backend sends it to Latchkey. The widget finds the wallet by it. */
  externalUserId?: string
  externalUserLabel?: string
  email?: string
  label?: string
  /**
   * The passkey's domain, which is your page's hostname and must be registered. Defaults to that of
   * `baseURL`.
   */
  rpId?: string
  /** Demo tokens for the wallet, in base units. Defaults to 25 DEMO. */
  coins?: string
}

/**
 * A wallet on the sandbox's chain, with its passkey in the page's device.
 *
 * @example
 * const { address }: SeededWallet = await seededWallet()
 */
export type SeededWallet = { address: string; label: string; email: string; passkey: Passkey }

const COINS = '25000000'

/**
 * Creates a wallet through the API with a passkey in the page's device, and funds it from the faucet.
 *
 * @example
 * const wallet = await seedWallet({ sandbox, passkeys }, { rpId: 'localhost', coins: '1000000' })
 */
export async function seedWallet(
  { sandbox, passkeys }: { sandbox: Sandbox; passkeys: Passkeys },
  seed: WalletSeed & { rpId: string },
): Promise<SeededWallet> {
  const name = randomBytes(5).toString('hex')
  const { rpId, email = `wallet-${name}@example.com`, label = `Wallet ${name}`, coins = COINS } = seed
  const { externalUserId = `user-${name}`, externalUserLabel = '' } = seed
  const { qx, qy, ...passkey } = createPasskey(rpId)
  await sandbox.call('POST', '/wallets/request-email-verification', { email })
  const created = await sandbox.call('POST', '/wallets', {
    qx,
    qy,
    rpIdHash: rpIdHash(rpId),
    label,
    email,
    externalUserId,
    ...(externalUserLabel === '' ? {} : { externalUserLabel }),
    verificationCode: await sandbox.codeFor(email),
  })
  const { address } = createdSchema.parse(created)
  if (coins !== '0') await sandbox.give({ to: address, amount: coins })
  await passkeys.add(passkey)
  return { address, label, email, passkey }
}
