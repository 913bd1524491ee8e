import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import { createPasskey, type Passkey, type Passkeys } from './passkeys.ts'
import type { Sandbox } from './sandbox.ts'

const createdSchema = z.object({ address: z.string(), label: z.string() })

/**
 * Whose wallet it is and what is in it.
 *
 * @example
 * const seed: WalletSeed = { externalUserId: 'user-1', coins: '0' }
 */
export type WalletSeed = {
  /** Your own id of the user, as your backend gives it to Latchkey; the widget then finds the wallet. */
  externalUserId?: string
  externalUserLabel?: string
  email?: string
  label?: string
  /** The passkey's domain: the hostname of your page, which has to be registered. Without it that of `baseURL`. */
  rpId?: string
  /** Demo tokens that it gets, in base units; 25 DEMO by default. */
  coins?: string
}

/**
 * A wallet that is on the sandbox's chain, with its passkey in the page's device.
 *
 * @example
 * const { address }: SeededWallet = await seededWallet()
 */
export type SeededWallet = { address: string; label: string; email: string; passkey: Passkey }

const COINS = '25000000'

/**
 * Makes a wallet by the API, with a passkey of the page's device, and fills it by the faucet.
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
