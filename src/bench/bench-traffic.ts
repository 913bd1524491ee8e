import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { setTimeout as wait } from 'node:timers/promises'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import type { NodeService } from '#service/testing/node-service.ts'
import { startPlainAnvil, type PlainAnvil } from '#service/testing/plain-anvil.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import type { TestWallet } from '#service/testing/wallet-requests.ts'
import type { Row } from './print-table.ts'

const BLOCK_SECONDS = 2
const SECONDS = 20
const RATES = [10, 100, 400]
const WALLETS = 16
const COINS = 1_000_000n
const CALLS_PER_BLOCK = 6
const RECIPIENT: Address = `0x${'0f'.repeat(20)}`
/** Node methods that a request calls to simulate before it is accepted. */
const OF_REQUESTS = ['eth_call', 'eth_estimateGas']
const RECEIPTS = ['eth_getTransactionReceipt']
const SENDING = ['eth_sendRawTransaction']

/**
 * Measures the service's requests to its node at several rates of executes, on a chain with a block every two seconds
 * and three confirmations. Reports the regular requests per block, the receipts and broadcasts per transaction, and
 * the simulations per execute. Counts the requests that leave the process.
 */
export async function benchTraffic(): Promise<Row[]> {
  const anvil = await startPlainAnvil({ blockTime: BLOCK_SECONDS })
  const service = await serviceWorld.node({
    anvil,
    chain: { pollMs: 1_000 },
    settings: { confirmations: 3 },
    relaySettings: { sweepMs: 5_000, fundsMs: 15_000 },
  })
  try {
    const wallets = await Promise.all(Array.from({ length: WALLETS }, () => service.createWallet()))
    await Promise.all(wallets.map(({ address }) => service.mint(address, COINS)))
    const rows: Row[] = []
    for (const rate of RATES) rows.push(...(await measure(service, anvil, wallets, rate)))
    return rows
  } finally {
    await service.stop()
    await anvil.stop()
  }
}

async function measure(
  service: NodeService,
  anvil: PlainAnvil,
  wallets: readonly TestWallet[],
  rate: number,
): Promise<Row[]> {
  const from = await anvil.head()
  const { asked, sum, stop } = countRequests(anvil.url)
  const answers: Promise<{ status: number; content: { transactionHash: string } }>[] = []
  const startedAt = performance.now()
  for (let index = 0; index < rate * SECONDS; index += 1) {
    const wallet = wallets[index % wallets.length]
    if (wallet !== undefined) answers.push(service.transfer(wallet, RECIPIENT, 1n))
    await wait(startedAt + ((index + 1) * 1_000) / rate - performance.now())
  }
  const accepted = await Promise.all(answers)
  const seconds = (performance.now() - startedAt) / 1_000
  const sent = new Set(accepted.map(({ content }) => content.transactionHash)).size
  const isOpen = async () =>
    (await service.call('GET', '/v1/baas/transactions?status=SUBMITTED&limit=1')).content
  while ((await isOpen()).length > 0) await wait(500)
  stop()
  const blocks = Number((await anvil.head()) - from)
  const following = sum([...asked.keys()]) - sum([...OF_REQUESTS, ...RECEIPTS, ...SENDING])
  const perBlock = following / blocks
  const perSent = sum(RECEIPTS) / sent
  const what = `${Math.round(accepted.length / seconds)} executes/s (${accepted.length} in ${sent} transactions)`
  return [
    {
      what: `${what}: node calls per block`,
      measured: perBlock.toFixed(1),
      budget: `${CALLS_PER_BLOCK}`,
      met: perBlock <= CALLS_PER_BLOCK,
    },
    {
      what: 'receipts read per transaction',
      measured: perSent.toFixed(1),
      budget: '',
    },
    {
      what: 'broadcasts per transaction',
      measured: (sum(SENDING) / sent).toFixed(1),
      budget: '',
    },
    {
      what: 'simulations per execute',
      measured: (sum(OF_REQUESTS) / accepted.length).toFixed(1),
      budget: '',
    },
  ]
}

const sentSchema = z.object({
  request: z.object({ origin: z.string(), body: z.instanceof(Uint8Array) }),
})
const callSchema = z.object({ method: z.string() })

/** Counts requests of every client in this process to a node, including retries. */
function countRequests(origin: string) {
  const asked = new Map<string, number>()
  const count = (message: unknown) => {
    const { data } = sentSchema.safeParse(message)
    if (data?.request.origin !== origin) return
    const { method } = callSchema.parse(JSON.parse(Buffer.from(data.request.body).toString()))
    asked.set(method, (asked.get(method) ?? 0) + 1)
  }
  subscribe('undici:request:create', count)
  return {
    asked,
    sum: (methods: readonly string[]) =>
      methods.reduce((total, method) => total + (asked.get(method) ?? 0), 0),
    stop: () => unsubscribe('undici:request:create', count),
  }
}
