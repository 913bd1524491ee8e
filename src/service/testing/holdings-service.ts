import type { Address } from 'viem'
import { TOKEN_OPERATIONS } from '#protocol/operations.ts'
import { encodeCall, encodeTokenFunction } from '#protocol/signing/calldata.ts'
import { waitFor } from '#protocol/testing/wait-for.ts'
import type { TokenStandard } from '#protocol/token-functions.ts'
import { quantitySchema } from '#service/chain/rpc-schemas.ts'
import { allowByDefault } from '#service/tokens/allowed-tokens.ts'
import type { Answer } from './test-service.ts'
import type { TestWallet } from './wallet-requests.ts'
import { startWalletService } from './wallet-service.ts'

/** An address without a wallet. */
export const FRIEND: Address = '0x1111111111111111111111111111111111111111'

/** The service on a real chain, with tools for holdings. */
export async function startHoldingsService() {
  const world = await startWalletService()

  const untilRead = async (address: string): Promise<void> => {
    const head = await world.chain.chain.rpc.request(quantitySchema, 'eth_blockNumber', [])
    await waitFor(`the index to reach block ${head}`, async () => {
      const answer = await world.call('GET', `/v1/baas/wallets/${address}/balances?limit=1`)
      if (answer.status !== 200) throw new Error(`no balances: ${answer.text}`)
      return BigInt(answer.content.asOfBlock ?? -1) >= head
    })
  }
  const ask = async (what: string, address: string, query: string): Promise<Answer> => {
    await untilRead(address)
    return world.call('GET', `/v1/baas/wallets/${address}/${what}${query}`)
  }
  return {
    ...world,
    /** The balances, once they include everything that is mined now. */
    balances: ({ address }: Pick<TestWallet, 'address'>, query = '') => ask('balances', address, query),
    history: ({ address }: Pick<TestWallet, 'address'>, query = '') => ask('history', address, query),
    /** Puts a demo token on the allowed list as `Listed <standard>`, `LIST`. */
    allow: (standard: TokenStandard) => {
      const words = { name: `Listed ${standard}`, symbol: 'LIST', decimals: standard === 'erc20' ? 6 : 0 }
      const address = world.chain.tokens[standard]
      return allowByDefault(world.ctx.db, {
        address,
        standard,
        ...words,
        logoUrl: '',
        now: world.ctx.clock.now(),
      })
    },
    /** Sends a call of the wallet and waits until it is mined. */
    run: async (wallet: TestWallet, to: string, functionSignature: string, params: readonly string[]) => {
      const encode =
        functionSignature === TOKEN_OPERATIONS['erc1155-batch-transfer'].signature
          ? encodeTokenFunction
          : encodeCall
      const data = encode(functionSignature, params)
      const answer = await world.execute(world.signed(wallet, { toAddress: to, data }))
      if (answer.status !== 200) throw new Error(`not executed: ${answer.text}`)
      const { status } = await world.settled(answer.content.transactionHash)
      if (status !== 'CONFIRMED') throw new Error(`it is ${status}`)
    },
  }
}
