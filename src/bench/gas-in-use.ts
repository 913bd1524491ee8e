import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { receiptSchema } from '#service/chain/rpc-schemas.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import type { TestWallet } from '#service/testing/wallet-requests.ts'
import type { WalletService } from '#service/testing/wallet-service.ts'
import { createWidgetApi } from '#widget/api.ts'
import { buildConfirmation } from '#widget/flows/build-confirmation.ts'
import { coinPlan } from '#widget/flows/choose-transfer.ts'
import { toExecuteRequest } from '#widget/flows/confirm-and-sign.ts'
import { executeCall } from '#widget/flows/execute-call.ts'
import { describeCoins, encodeTransfer } from '#widget/flows/prepare-transfer.ts'
import type { SendContext } from '#widget/flows/send-context.ts'
import openHeld from '#widget/held/open-held.ts'
import { createSession } from '#widget/session.ts'
import { sendPerson } from '#widget/testing/scripted-screens.ts'
import { API_URL } from '#widget/testing/test-flows.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'

/**
 * Paces of a user who sends tokens repeatedly with one browser. A call takes a slot of the wallet's replay ring by
 * its random digest. With one call per minute, about two of a hundred calls find every slot taken and cost 22,000 gas
 * more. Sixty calls at that pace were too few: their mean exceeded a budget by chance.
 */
export const PACES = {
  'one call a minute': { everySeconds: 60, calls: 160 },
  'one call every 12 seconds': { everySeconds: 12, calls: 60 },
} as const

/** Number of first calls, which use each slot of the wallet's ring for the first time. */
const FIRST = 10

/**
 * Gas of a wallet in use. The widget chooses the expiration and remembers what it has signed, a passkey
 * signs, the service accepts and sends, and the chain reports the cost. Returns the means of the first ten
 * calls and of the later ones.
 */
export async function measureGasInUse({
  everySeconds,
  calls,
}: (typeof PACES)[keyof typeof PACES]): Promise<{ first: number; later: number }> {
  const service = await serviceWorld.wallets()
  try {
    const wallet = await service.createWallet({ coins: 1_000_000n })
    await service.chain.mintCoins(service.chain.sender, 1n)
    const context = selectContext(service)
    const gas: number[] = []
    for (let call = 0; call < calls; call += 1) {
      gas.push(await sendOne(service, context, wallet))
      service.clock.advance(everySeconds * 1_000)
    }
    return { first: mean(gas.slice(0, FIRST)), later: mean(gas.slice(FIRST)) }
  } finally {
    await service.stop()
  }
}

async function sendOne(service: WalletService, context: SendContext, wallet: TestWallet): Promise<number> {
  const tokenAddress = service.chain.tokens.erc20
  const coin = {
    address: tokenAddress,
    name: 'Demo',
    symbol: 'DEMO',
    decimals: 6,
    balance: null,
    listed: true,
  }
  const call = encodeTransfer({ coin, tokenAddress, to: service.chain.sender, units: 1n })
  const { address } = wallet
  const choice = {
    wallet: { address, label: '', passkey: null },
    coin,
    fee: null,
    call,
    describe: describeCoins([coin]),
  }
  const confirmation = buildConfirmation(context, choice, false)
  const signature = wallet.passkey.sign(confirmation.digest)
  const request = toExecuteRequest({ confirmation, signature }, call.params)
  const executed = await executeCall(context, { confirmation, request })
  if (executed instanceof Error || executed.transactionHash === undefined) throw new Error('not executed')
  const { status } = await service.settled(executed.transactionHash)
  if (status !== 'CONFIRMED') throw new Error(`the transfer is ${status}`)
  const params = [executed.transactionHash]
  const { rpc } = service.chain.chain
  return Number((await rpc.request(receiptSchema, 'eth_getTransactionReceipt', params)).gasUsed)
}

/** The dependencies of the widget's steps, with requests handled by the service. */
function selectContext({ call, chain, clock }: WalletService): SendContext {
  const { common, leaving } = widgetWorld.flows()
  const input = { host: 'localhost', rpId: 'localhost' }
  const api = createWidgetApi({
    apiUrl: API_URL,
    session: createSession(() => ({ token: 'token' })),
    fetch: async (url, { method = 'GET', body }) => {
      const path = url.replace(`${API_URL}/api/widget`, '/v1/baas')
      const { status, text } = await call(
        method,
        path,
        typeof body === 'string' ? { body: JSON.parse(body) } : {},
      )
      return new Response(text, { status })
    },
    now: () => clock.now().getTime(),
    online: () => true,
  })
  return {
    deps: {
      ...common,
      api,
      screens: sendPerson(),
      beforeSign: () => true,
      held: async () => openHeld(),
      cancel: () => Promise.reject(new Error('no call is cancelled')),
      callReader: () => Promise.reject(new Error('coins are sent without it')),
      executed: () => {},
      statusChanged: () => {},
    },
    plan: coinPlan(input),
    input,
    config: {
      chainId: chain.chain.id,
      factory: ZERO_ADDRESS,
      fee: null,
      operations: ['transfer', 'execute'],
      organizationName: 'Demo',
      serverTimeSeconds: 0,
    },
    signal: leaving.controller.signal,
    serverSeconds: () => Math.floor(clock.now().getTime() / 1_000),
  }
}

function mean(values: readonly number[]): number {
  return Math.round(values.reduce((sum, value) => sum + value, 0) / values.length)
}
