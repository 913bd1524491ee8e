import { parseAbi, type Address } from 'viem'
import { quantitySchema } from '#service/chain/rpc-schemas.ts'
import { encodeMint } from '#service/sandbox/demo-tokens.ts'
import { allowByDefault } from '#service/tokens/allowed-tokens.ts'
import type { TokenStandard } from '#protocol/token-functions.ts'
import { startExecuteHarness, type ExecuteHarness } from './execute-harness.ts'
import type { TestWallet } from './wallet-requests.ts'
import type { Answer } from './harness.ts'

/** What wallets of tests call. */
export const tokenAbi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
  'function setApprovalForAll(address operator, bool approved)',
])
/** Somebody without a wallet. */
export const FRIEND: Address = '0x1111111111111111111111111111111111111111'

/** The service over a real chain, asked for what wallets have. */
export type HoldingsHarness = ExecuteHarness & {
  /** The answer once it knows everything that is mined now. */
  balances: (wallet: Pick<TestWallet, 'address'>, query?: string) => Promise<Answer>
  history: (wallet: Pick<TestWallet, 'address'>, query?: string) => Promise<Answer>
  /** Creates units or an item of a demo token. */
  mint: (what: Parameters<typeof encodeMint>[0]) => Promise<void>
  /** Puts a demo token on the allowed list as `Listed <standard>`, `LIST`. */
  allow: (standard: TokenStandard) => Promise<void>
  /** Sends a call of the wallet and waits until it is mined. */
  run: (wallet: TestWallet, to: string, data: `0x${string}`) => Promise<void>
}

export async function startHoldingsHarness(): Promise<HoldingsHarness> {
  const harness = await startExecuteHarness()

  const untilRead = async (address: string): Promise<void> => {
    const head = await harness.chain.chain.rpc.request(quantitySchema, 'eth_blockNumber', [])
    for (;;) {
      const answer = await harness.call('GET', `/v1/baas/wallets/${address}/balances?limit=1`)
      if (answer.status !== 200) throw new Error(`no balances: ${answer.text}`)
      if (BigInt(answer.content.asOfBlock ?? -1) >= head) return
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  const ask = async (what: string, address: string, query: string): Promise<Answer> => {
    await untilRead(address)
    return harness.call('GET', `/v1/baas/wallets/${address}/${what}${query}`)
  }
  return {
    ...harness,
    balances: ({ address }, query = '') => ask('balances', address, query),
    history: ({ address }, query = '') => ask('history', address, query),
    mint: (what) => harness.chain.send({ to: harness.chain.tokens[what.standard], data: encodeMint(what) }),
    allow: (standard) => {
      const words = { name: `Listed ${standard}`, symbol: 'LIST', decimals: standard === 'erc20' ? 6 : 0 }
      const address = harness.chain.tokens[standard]
      return allowByDefault(harness.ctx.db, {
        address,
        standard,
        ...words,
        logoUrl: '',
        now: harness.ctx.clock.now(),
      })
    },
    run: async (wallet, to, data) => {
      const answer = await harness.execute(harness.signed(wallet, { toAddress: to, data }))
      if (answer.status !== 200) throw new Error(`not executed: ${answer.text}`)
      const { status } = await harness.settled(answer.content.transactionHash)
      if (status !== 'CONFIRMED') throw new Error(`it is ${status}`)
    },
  }
}
