// @vitest-environment happy-dom
import { afterAll, expect, test, vi } from 'vitest'
import { EXECUTED_TOPIC } from '#protocol/executed-logs.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'
import { connectedProvider, DIGEST, HASH, openWallet, OTHER, WALLET } from './testing/provider-page.ts'

// Other test files share this process: a mock has no effect on modules that they loaded.
vi.hoisted(() => vi.resetModules())
vi.mock('#widget/import-checked.ts', () => ({ importChecked: vi.fn() }))
afterAll(() => {
  vi.doUnmock('#widget/import-checked.ts')
  vi.resetModules()
})

const page = await widgetWorld.provider()
const RECEIPT = { method: 'eth_getTransactionReceipt', params: [HASH] }

const moved = (wallet: string) => ({ address: OTHER, data: '0x', topics: [`0x${'dd'.repeat(32)}`, wallet] })
const executed = (wallet: string, digest: string) => ({
  address: wallet.toLowerCase(),
  data: '0x',
  topics: [EXECUTED_TOPIC, digest],
})
const theirs = [moved(OTHER), executed(OTHER, `0x${'11'.repeat(32)}`)]
const own = [moved(WALLET), executed(WALLET, DIGEST)]

async function sentCall(logs: readonly object[]) {
  const provider = await connectedProvider({ rpcUrl: 'https://node.example/' })
  const sent = provider.request({ method: 'eth_sendTransaction', params: [{ from: WALLET, to: OTHER }] })
  const wallet = await openWallet()
  wallet.emit('executed', { digest: DIGEST, transactionHash: HASH })
  await sent
  page.answers.node.set('eth_getTransactionReceipt', { status: '0x1', blockNumber: '0x2', logs })
  return provider
}

test('behavior: a call that failed in a transaction with others has a failed receipt', async () => {
  const provider = await sentCall(theirs)
  expect(await provider.request(RECEIPT)).toEqual({ status: '0x0', blockNumber: '0x2', logs: [] })
})

test('behavior: in a transaction with others, a call’s receipt has only its own logs', async () => {
  const provider = await sentCall([...theirs, ...own, moved(OTHER)])
  expect(await provider.request(RECEIPT)).toEqual({ status: '0x1', blockNumber: '0x2', logs: own })
})

test('behavior: the receipt of a transaction that the page did not send is the node’s', async () => {
  const provider = await sentCall(theirs)
  const other = { ...RECEIPT, params: [`0x${'22'.repeat(32)}`] }
  expect(await provider.request(other)).toEqual({ status: '0x1', blockNumber: '0x2', logs: theirs })
})
