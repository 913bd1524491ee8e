import { encodeFunctionData, type Address } from 'viem'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { readErc20Balance } from '#service/chain/erc20.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { draftRemoval, draftTransfer } from './draft-call.ts'
import { readAgain, type FoundWallet } from './find-wallet.ts'
import { openNode } from './node.ts'
import { buildSubmissions } from './payer.ts'

const RECEIVER = '0x00000000000000000000000000000000000070a1'
const THREE_DAYS_MS = 3 * 86_400_000

const world = await forFile(serviceWorld.wallets())
const { chain: net, ctx } = world
// The page has a node and cannot reach the service.
const node = openNode('', (method, params) => net.chain.rpc.request(z.unknown(), method, params))
const { id: chainId, factory } = net.chain
const connection = { node, chainId, factory, rpId: 'localhost', wallet: null }

test('behavior: the owner of a wallet with a policy signer can move everything with the page after the service is gone', async () => {
  const { content: made } = await world.call('POST', '/v1/org/policy-signer')
  const policySigner: Address = made.address
  const created = await world.createWallet({ coins: 100n })
  const { address, passkey } = created
  const data = encodeFunctionData({
    abi: passkeyWalletAbi,
    functionName: 'setCoSigner',
    args: [policySigner],
  })
  const { content } = await world.execute(world.signed(created, { toAddress: address, data }))
  expect(await world.settled(content.transactionHash)).toMatchObject({ status: 'CONFIRMED' })
  // Deleting these rows removes the service's key.
  await ctx.db.deleteFrom('policy_signers').execute()

  const { qx, qy, rpIdHash } = passkey
  const found: FoundWallet = {
    address,
    qx,
    qy,
    rpIdHash,
    isDeployed: true,
    credentialId: '',
    keyNumber: 0,
    coSigner: undefined,
  }
  const wallet = await readAgain(connection, found)
  expect(wallet.coSigner).toEqual({ address: policySigner, until: undefined })
  const removal = await draftRemoval(connection, wallet)
  await sendAll(
    buildSubmissions(connection, wallet, removal.call, {
      tuple: passkey.sign(removal.digest),
      coSignature: undefined,
    }),
  )

  world.clock.advance(THREE_DAYS_MS + 60_000)
  await net.embedded.mineNow()
  const free = await readAgain(connection, wallet)
  expect(free.coSigner).toBeUndefined()
  const token = { address: net.tokens.erc20, symbol: 'DEMO', name: 'DEMO', decimals: 6, balance: 100n }
  const payment = await draftTransfer(connection, free, { token, to: RECEIVER, units: 100n })
  await sendAll(
    buildSubmissions(connection, free, payment.call, {
      tuple: passkey.sign(payment.digest),
      coSignature: undefined,
    }),
  )
  expect(await readErc20Balance(net.chain, net.tokens.erc20, RECEIVER)).toBe(100n)
})

async function sendAll(submissions: ReturnType<typeof buildSubmissions>): Promise<void> {
  for (const { to, data } of submissions) await net.send({ to, data })
}
