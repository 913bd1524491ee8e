import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { startPlainAnvil } from './plain-anvil.ts'
import { serviceWorld } from './service-world.ts'

/** Number of blocks after which the service of `startReorganizedService` counts a block as final. */
export const CONFIRMATIONS = 3

/**
 * Starts a service with a wallet over a chain whose blocks a test mines and removes itself. `outsider` is a funded
 * account that does not belong to the service.
 */
export async function startReorganizedService() {
  const anvil = await startPlainAnvil()
  const outsider = privateKeyToAccount(generatePrivateKey())
  await anvil.fund(outsider.address, 10n ** 18n)
  const mining = setInterval(() => void anvil.mine(1).catch(() => undefined), 100)
  const service = await serviceWorld.node({ anvil, settings: { confirmations: CONFIRMATIONS } })
  const wallet = await service.createWallet()
  await service.mint(wallet.address, 1_000n)
  clearInterval(mining)
  const stop = async () => {
    await service.stop()
    await anvil.stop()
  }
  return { anvil, outsider, service, wallet, stop }
}
