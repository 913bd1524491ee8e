import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { COIN, THIEF, WALLET } from '#contracts/testing/adversarial-calls.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import { SIMULATION_WORDS } from '#protocol/display/call-words.ts'
import { WARNING_SENTENCES } from '#protocol/display/warning-sentences.ts'
import { encodeTokenCall, resolveCalldata } from '#protocol/signing/calldata.ts'
import { NOT_SIMULATED, type PolicyVerdict, type SimulatedTransaction } from '#protocol/simulation.ts'
import { visibleText } from '#protocol/testing/must-show.ts'
import { listedTokensQuery } from '#web/console/lib/listed-tokens.ts'
import { membersQuery } from '#web/console/lib/members.query.ts'
import { createQueryClient } from '#web/console/lib/query-client.ts'
import { PreparedReview } from './prepared-review.tsx'
import type { PreparedSend } from './send-token-form.tsx'
import { simulationQuery } from './token-requests.ts'

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
  // Opens the prepared details, which are collapsed because the widget shows the call.
  for (const details of place.querySelectorAll('details')) details.open = true
  return place
}
const red = (place: HTMLElement) => [...place.querySelectorAll('.bg-danger-soft')].map(visibleText).join('\n')

test('behavior: describes the prepared bytes, even if they differ from the form', () => {
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

test('error: bytes that do not match their signature are red', () => {
  const changed = draw({ ...SEND.prepared.txObject, data: '0x12345678' })
  expect(red(changed)).toContain(WARNING_SENTENCES['unknown-call'])
})

const { txObject } = SEND.prepared
const BODY = { walletAddress: WALLET, toAddress: COIN, value: '0', data: resolveCalldata(txObject) }
function answering(answer: SimulatedTransaction) {
  const queryClient = createQueryClient()
  queryClient.setQueryData(simulationQuery(BODY).queryKey, answer)
  return queryClient
}

test('behavior: shows a differing simulation in red, says if there is none, and nothing while it runs', () => {
  const moved = (account: string, amount: string) => ({ tokenAddress: COIN, account, amount })
  const saw = (taken: string) => {
    const changes = [moved(WALLET, taken), moved(FRIEND, '1500')]
    return draw(txObject, answering({ simulation: { outcome: 'succeeds', changes, approvals: [] } }))
  }
  for (const text of [SIMULATION_WORDS.differs, '-15 DEMO', '-16.5 DEMO'])
    expect(red(saw('-1650'))).toContain(text)
  const quiet = draw(txObject)
  expect(saw('-1500').innerHTML).toBe(quiet.innerHTML)
  expect(visibleText(quiet)).not.toContain(SIMULATION_WORDS.missing)
  expect(visibleText(draw(txObject, answering({ simulation: NOT_SIMULATED })))).toContain(
    SIMULATION_WORDS.missing,
  )
})

test('behavior: a call that would fail is red, with the reason and a button to check again', () => {
  const simulation = { outcome: 'fails', reason: 'needed: 1500', notHeld: {} } as const
  const failing = draw(txObject, answering({ simulation }))
  for (const text of [SIMULATION_WORDS.fails, SIMULATION_WORDS.notHeld, 'needed: 1500', 'Check again'])
    expect(red(failing)).toContain(text)
})

const POLICY = { policyId: '2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa', policyName: 'Daily limit' }
const BY_BEN = { outcome: 'needs-approval', by: 'administrator', ...POLICY, administratorId: 'ben' } as const
test.each<[string, PolicyVerdict, string]>([
  ['blocked', { outcome: 'blocked', ...POLICY, reason: '' }, 'Blocked by the policy “Daily limit”'],
  ['an administrator', BY_BEN, 'Needs the approval of Ben'],
  [
    'two of three',
    {
      ...BY_BEN,
      approvalsRequired: 2,
      approvers: [{ name: 'Ada' }, { administratorId: 'ben' }, { name: 'Cleo', administratorId: 'cleo' }],
    },
    'Needs 2 of Ada, Ben, Cleo',
  ],
  [
    'an administrator who is not a member any more',
    { ...BY_BEN, administratorId: 'someone' },
    'Needs the approval of another administrator (policy “Daily limit”)',
  ],
  ['the end-user', { outcome: 'needs-approval', by: 'end-user' }, 'Needs the end-user’s approval'],
])('behavior: names the effect of the policies before signing: %s', (_, policies, sentence) => {
  const queryClient = answering({ simulation: NOT_SIMULATED, policies })
  const ben = { name: 'Ben', role: 'admin', joinedAtDatetime: '', lastSeenAtDatetime: null } as const
  queryClient.setQueryData(membersQuery().queryKey, [{ id: 'ben', ...ben, sessions: 0, passkeys: 1 }])
  expect(visibleText(draw(txObject, queryClient))).toContain(sentence)
})

test('behavior: says nothing of policies if they have no effect or the service does not report them', () => {
  for (const policies of [undefined, { outcome: 'passes' } as const])
    expect(visibleText(draw(txObject, answering({ simulation: NOT_SIMULATED, policies })))).not.toMatch(
      /polic/i,
    )
})

const MOVED = { from: WALLET, to: FRIEND, data: '0x' } as const
test.each([
  ['one item', encodeTokenCall('erc1155-transfer', { ...MOVED, tokenId: '7', amount: '3' })],
  [
    'a batch',
    encodeTokenCall('erc1155-batch-transfer', { ...MOVED, tokenIds: ['7', '8'], amounts: ['3', '4'] }),
  ],
])('behavior: %s of a listed ERC-1155 token has the name from the list', (_, txObject) => {
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
