import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { COIN, THIEF, WALLET } from '#contracts/testing/adversarial-calls.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import { SIMULATION_WORDS, WARNING_SENTENCES } from '#protocol/display/call-words.ts'
import type { SimulatedTransaction } from '#protocol/transactions.ts'
import { encodeTokenCall, resolveCalldata } from '#protocol/signing/calldata.ts'
import { visibleText } from '#protocol/testing/must-show.ts'
import { createQueryClient } from '#web/console/lib/query-client.ts'
import { PreparedReview } from './prepared-review.tsx'
import type { PreparedSend } from './send-token-form.tsx'
import { listedTokensQuery, simulationQuery } from './token-requests.ts'

const FRIEND = '0x52908400098527886E0F7030069857D2E4169EE7'
const SEND: PreparedSend = {
  call: { kind: 'erc20-transfer', token: COIN, to: FRIEND, amount: '1500' },
  prepared: {
    success: true,
    toAddress: COIN,
    txObject: { functionSignature: 'transfer(address,uint256)', params: [FRIEND, '1500'] },
  },
  token: {
    address: COIN,
    isContract: true,
    standard: 'erc20',
    name: 'Demo',
    symbol: 'DEMO',
    decimals: 2,
    hasHiddenText: false,
  },
}

function draw(
  txObject: PreparedSend['prepared']['txObject'],
  queryClient = createQueryClient(),
  token = SEND.token,
): HTMLElement {
  const place = document.createElement('div')
  const send = { ...SEND, token, prepared: { ...SEND.prepared, txObject } }
  place.innerHTML = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <PreparedReview send={send} walletAddress={WALLET} onChange={undefined}>
        <p>The widget</p>
      </PreparedReview>
    </QueryClientProvider>,
  )
  // The widget shows the call; what was prepared is there on demand.
  for (const details of place.querySelectorAll('details')) details.open = true
  return place
}
const red = (place: HTMLElement) => [...place.querySelectorAll('.bg-danger-soft')].map(visibleText).join('\n')

test('behavior: says what the prepared bytes do, whatever the form asked for', () => {
  const honest = draw(SEND.prepared.txObject)
  expect(visibleText(honest)).toContain('15 DEMO')
  expect(visibleText(honest)).toContain(FRIEND)
  expect(red(honest)).toBe('')
  const params = [THIEF, String(2n ** 256n - 1n)]
  const changed = draw({ functionSignature: 'approve(address,uint256)', params })
  expect(visibleText(changed)).toContain(checksumAddress(THIEF))
  expect(visibleText(changed)).not.toContain(FRIEND)
  expect(red(changed)).toContain(WARNING_SENTENCES['unlimited-allowance'])
})

test('error: bytes that are not what their signature says are red', () => {
  const changed = draw({ ...SEND.prepared.txObject, data: '0x12345678' })
  expect(red(changed)).toContain(WARNING_SENTENCES['unknown-call'])
})

test('behavior: where a simulation sees something else it is red; where there is none it says so, and nothing while it runs', () => {
  const { txObject } = SEND.prepared
  const body = { walletAddress: WALLET, toAddress: COIN, value: '0', data: resolveCalldata(txObject) }
  const moved = (account: string, amount: string) => ({ tokenAddress: COIN, account, amount })
  const answering = (answer: SimulatedTransaction) => {
    const queryClient = createQueryClient()
    queryClient.setQueryData(simulationQuery(body).queryKey, answer)
    return queryClient
  }
  const saw = (taken: string) => {
    const changes = [moved(WALLET, taken), moved(FRIEND, '1500')]
    return draw(txObject, answering({ simulation: { changes, approvals: [] } }))
  }
  for (const text of [SIMULATION_WORDS.differs, '-15 DEMO', '-16.5 DEMO'])
    expect(red(saw('-1650'))).toContain(text)
  const quiet = draw(txObject)
  expect(saw('-1500').innerHTML).toBe(quiet.innerHTML)
  expect(visibleText(quiet)).not.toContain(SIMULATION_WORDS.missing)
  expect(visibleText(draw(txObject, answering({})))).toContain(SIMULATION_WORDS.missing)
})

const MOVED = { from: WALLET, to: FRIEND, data: '0x' } as const
test.each([
  ['one item', encodeTokenCall('erc1155-transfer', { ...MOVED, tokenId: '7', amount: '3' })],
  [
    'a batch',
    encodeTokenCall('erc1155-batch-transfer', { ...MOVED, tokenIds: ['7', '8'], amounts: ['3', '4'] }),
  ],
])('behavior: %s of a listed multi token has the name of the list: its contract has none', (_, txObject) => {
  const queryClient = createQueryClient()
  const words = { name: 'Demo Multi Token', symbol: 'DMUL', decimals: 0, logoUrl: '' }
  queryClient.setQueryData(listedTokensQuery().queryKey, [
    { id: COIN, address: COIN.toLowerCase(), ...words },
  ])
  const nameless = { name: null, symbol: null, decimals: null, standard: 'erc1155' } as const
  const card = draw(txObject, queryClient, { ...SEND.token, ...nameless })
  expect(visibleText(card)).toContain('Demo Multi Token')
  expect(visibleText(card)).not.toContain('Unknown')
})
