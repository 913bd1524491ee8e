import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { waitFor } from '#protocol/testing/wait-for.ts'
import { readAuthority, type Authority } from '#service/chain/wallet-authority.ts'
import { signedMessage } from './signed-message.ts'
import type { TestWallet } from './wallet-requests.ts'
import { startWalletService, type WalletService } from './wallet-service.ts'

export type ExampleService = Awaited<ReturnType<typeof startExampleService>>

const FRIEND = '0x000000000000000000000000000000000000dEaD'

/**
 * The whole service with one organization that has one of everything, and another that has nothing. Every
 * endpoint is called with its example. More of each kind is created on demand.
 */
export async function startExampleService() {
  const world = await startWalletService()
  const other = await world.addOrganization('Other', 'other.example')
  const wallet = await world.createWallet({ coins: 1_000_000n })
  const { mint } = world.chain
  await mint({ standard: 'erc721', to: wallet.address, tokenId: 1n })
  for (const tokenId of [1n, 2n])
    await mint({ standard: 'erc1155', to: wallet.address, tokenId, amount: 100n })
  await untilFound(world, wallet)
  return {
    ...world,
    other,
    wallet,
    /** An NFT and some units of multi-tokens that the wallet holds. */
    tokenIds: { erc721: '1', erc1155: ['1', '2'] },
    /** Functions that create settings. Each call returns the id of the new setting. */
    ...settingsMakers(world),
    newTransactionId: () => newTransactionId(world, wallet),
    newHeldTransactionId: () => newHeldTransactionId(world),
    newMessageId: () => newMessageId(world),
    signedMessage: () => signedText(world, wallet),
    /** The wallet of an end-user who has not enrolled. */
    newInvitedAddress: async () =>
      (await world.createWallet({ externalUserId: crypto.randomUUID() })).address,
    newRemovalAddress: () => newRemovalAddress(world),
  }
}

/** Waits until the chain index has the wallet's NFT, because some endpoints return only indexed data. */
async function untilFound(world: WalletService, wallet: TestWallet): Promise<void> {
  await waitFor(`an indexed NFT of ${wallet.address}`, async () => {
    const { content } = await world.call('GET', `/v1/baas/wallets/${wallet.address}/balances`)
    return content.collectibles?.length > 0
  })
}

const ROOM_FOR_WEBHOOKS = 18

function settingsMakers(world: WalletService) {
  let count = 0
  const post = async (path: string, body?: unknown) => {
    const answer = await world.call('POST', `/v1/org${path}`, { body })
    if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`)
    return answer.content
  }
  const newWebhookId = async (): Promise<string> => {
    const { content } = await world.call('GET', '/v1/org/webhooks')
    // Newest first, at most 20. The oldest is deleted to make room.
    const oldest = content.length < ROOM_FOR_WEBHOOKS ? undefined : content.at(-1)
    if (oldest !== undefined) await world.call('DELETE', `/v1/org/webhooks/${oldest.id}`)
    return (await post('/webhooks', { url: 'https://hooks.invalid/latchkey' })).id
  }
  return {
    newWebhookId,
    newKeyId: async (): Promise<string> =>
      (await post('/keys', { label: `Example ${(count += 1)}`, scopes: ['wallet:read'] })).id,
    newDomainId: async (): Promise<string> =>
      (await post('/domains', { domain: `shop-${(count += 1)}.example` })).id,
    newPolicyId: async (policy: Record<string, unknown>): Promise<string> =>
      (await post('/policies', policy)).id,
    /** A token that the organization has put on its list. */
    newTokenAddress: async (): Promise<string> => {
      const address = world.chain.tokens.erc1155
      const words = { standard: 'erc1155', name: 'Example', symbol: 'EX' }
      await world.call('PUT', `/v1/org/tokens/${address}`, { body: words })
      return address
    },
    newDelivery: async (): Promise<{ webhookId: string; deliveryId: string }> => {
      const webhookId = await newWebhookId()
      await post(`/webhooks/${webhookId}/test`)
      return waitFor(`a delivery to webhook ${webhookId}`, async () => {
        const [delivery] = (await world.call('GET', `/v1/org/webhooks/${webhookId}/deliveries`)).content
        return delivery !== undefined && { webhookId, deliveryId: delivery.id }
      })
    },
  }
}

async function newTransactionId(world: WalletService, wallet: TestWallet): Promise<string> {
  const answer = await world.execute(world.signed(wallet, world.transfer(FRIEND, 1n)))
  if (answer.status !== 200) throw new Error(answer.text)
  return (await world.settled(answer.content.transactionHash)).transactionUuid
}

/** A wallet whose policy signer is being removed. */
async function newRemovalAddress(world: WalletService): Promise<Address> {
  const { content: made } = await world.call('POST', '/v1/org/policy-signer')
  const wallet = await world.createWallet()
  const read = () => readAuthority(world.chain.chain, wallet.address)
  const callItself = async (data: Hex, isDone: (authority: Authority | undefined) => boolean) => {
    const answer = await world.execute(world.signed(wallet, { toAddress: wallet.address, data }))
    if (answer.status !== 200) throw new Error(answer.text)
    await waitFor(`the effect of ${data} on ${wallet.address}`, async () => isDone(await read()))
  }
  await callItself(encodeCall('setCoSigner(address)', [made.address]), (now) => now?.coSigner !== undefined)
  await callItself(encodeCall('startCoSignerRemoval()', []), (now) => now?.coSignerUntilSeconds !== undefined)
  return wallet.address
}

/** The request body for the approval of a text that a wallet has signed. */
const signedText = ({ chain }: WalletService, wallet: TestWallet) =>
  signedMessage(chain.chain.id, wallet, { kind: 'text', text: 'I accept the terms.' })

async function newMessageId(world: WalletService): Promise<string> {
  const wallet = await enrolledWallet(world)
  const body = signedText(world, wallet)
  const answer = await world.call('POST', '/v1/baas/messages', { body })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.content.messageUuid
}

/** A wallet of an end-user who has enrolled. */
async function enrolledWallet(world: WalletService): Promise<TestWallet> {
  const wallet = await world.createWallet({ externalUserId: 'example-user' })
  await world.ctx.db.updateTable('approvers').set({ enrolled_at: new Date() }).execute()
  return wallet
}

/**
 * A held transaction of an end-user who has enrolled. It stays open, and its mail was sent long enough ago for
 * a reminder.
 */
async function newHeldTransactionId(world: WalletService): Promise<string> {
  const wallet = await enrolledWallet(world)
  const { db } = world.ctx
  const answer = await world.execute(world.signed(wallet, world.transfer(FRIEND, 0n)))
  if (answer.status !== 200) throw new Error(answer.text)
  await db
    .updateTable('approver_mails')
    .set({ created_at: sql`now() - interval '5 minutes'` })
    .execute()
  await db
    .updateTable('held_transactions')
    .set({ deadline: sql`now() + interval '1 day'` })
    .execute()
  return answer.content.transactionUuid
}
