import { custom, encodeFunctionData, type CustomTransport } from 'viem'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { passkeyWalletFactoryAbi } from '#protocol/abi/passkey-wallet-factory.ts'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import type { SignableMessage } from '#protocol/widget-call.ts'
import type { TestChain } from '#service/testing/chain.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { signMessage } from '#widget/sign/sign-message.ts'
import { createTestFlows, RP_ID } from '#widget/testing/test-flows.ts'

/**
 * A wallet on its own chain, with the passkey with which the flow signs. A wallet that is not deployed has an address
 * and no contract.
 */
export async function startChainSigner({ isDeployed = true } = {}) {
  const chain = await serviceWorld.chain()
  const { factory, id } = chain.chain
  const world = createTestFlows({
    operations: ['create', 'sign'],
    tamper: (line, content) => (line === 'GET /config' ? { ...Object(content), chainId: id } : content),
  })
  await world.withWallet()
  const wallet = world.server.wallets[0]!
  const [qx, qy] = [wallet.passkey?.qx, wallet.passkey?.qy].map((text) => BigInt(`0x${text}`)) as [
    bigint,
    bigint,
  ]
  const key = { qx, qy, rpIdHash: rpIdHash(RP_ID) }
  const args = [qx, qy, key.rpIdHash] as const
  const data = encodeFunctionData({ abi: passkeyWalletFactoryAbi, functionName: 'deploy', args })
  if (isDeployed) await chain.send({ to: factory, data })
  const address = (wallet.address = walletAddress({ factory, ...key }))
  const sign = (message: SignableMessage) =>
    signMessage(
      {
        ...world.common,
        origin: `https://${RP_ID}`,
        screens: {
          refused: { held: '', declined: '', expired: '', unsafe: '', coSigner: '' },
          loading: () => {},
          askWallet: async ([first]) => first!,
          askRetry: async () => {},
          askSign: async () => {},
          showWaiting: () => {},
          showSigned: () => {},
        },
        viewWaiting: () => expect.unreachable(),
        beforeSign: () => true,
      },
      { host: RP_ID, rpId: RP_ID },
      message,
      new AbortController().signal,
    )
  return { chain, id, address, transport: chainTransport(chain), sign, close: chain.close }
}

/** The connection of viem's clients to a test's chain. Transactions are recorded by the chain. */
function chainTransport({ chain }: TestChain): CustomTransport {
  const rawSchema = z.tuple([z.templateLiteral(['0x', z.string()])])
  return custom({
    request: async ({ method, params }) =>
      method === 'eth_sendRawTransaction'
        ? chain.sendRawTransaction(rawSchema.parse(params)[0])
        : chain.rpc.request(z.unknown(), method, params ?? []),
  })
}
