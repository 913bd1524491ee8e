// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import type { Confirmation } from '#widget/flows/send-screens.ts'
import { FRIEND } from '#widget/testing/scripted-screens.ts'
import { COIN } from '#widget/testing/server-state.ts'
import type { SignInput } from './index.ts'
import { onShop, openPage, TRANSFER } from './testing/headless-page.ts'

onShop()

test('behavior: executes exactly the call that was encoded, decoded and confirmed here', async () => {
  const { server, latchkey, withWallet } = openPage()
  const { address } = await withWallet()
  const asked: Confirmation[] = []
  const signed = await latchkey.signTransaction({
    transfer: TRANSFER,
    async confirm(confirmation) {
      asked.push(confirmation)
      expect(server.executed).toEqual([])
      return true
    },
  })
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject({
    call: { walletAddress: address, toAddress: COIN },
    description: {
      kind: 'erc20-transfer',
      fields: [
        { label: 'amount', value: { text: '12.5', symbol: 'DEMO' } },
        { label: 'to', value: { address: FRIEND } },
        { label: 'token', value: { address: COIN } },
      ],
    },
    digest: signed.digest,
    fingerprint: expect.stringMatching(/^\w+-\w+-\w+-\w+$/),
  })
  expect(server.executed.map(({ digest }) => digest)).toEqual([signed.digest])
  expect(signed.status).toBe('CONFIRMED')
})

test('error: without an explicit yes, nothing is signed', async () => {
  const { server, latchkey, authenticator, withWallet } = openPage()
  await withWallet()
  const prompts = authenticator.prompts.get
  for (const answer of [false, undefined, 1, 'true']) {
    const confirm = async () => answer as boolean
    await expect(latchkey.signTransaction({ transfer: TRANSFER, confirm })).rejects.toMatchObject({
      code: 'STOPPED_BY_PAGE',
    })
  }
  await expect(
    latchkey.signTransaction({
      transfer: TRANSFER,
      confirm: async () => {
        throw new Error('the page is broken')
      },
    }),
  ).rejects.toThrow('the page is broken')
  expect(authenticator.prompts.get).toBe(prompts)
  expect(server.executed).toEqual([])
})

test('behavior: signs another call as it was decoded', async () => {
  const { server, latchkey, withWallet } = openPage()
  await withWallet()
  const kinds: string[] = []
  await latchkey.signTransaction({
    call: { kind: 'erc20-approve', token: COIN, spender: FRIEND, amount: '7' },
    async confirm({ description }) {
      kinds.push(description.kind)
      return true
    },
  })
  expect(kinds).toEqual(['erc20-approve'])
  expect(server.executed[0]?.request.data).toMatch(/^0x095ea7b3/)
})

test('error: rejects another call prepared by the server before confirm is called', async () => {
  const { server, latchkey, withWallet } = openPage()
  await withWallet()
  server.tamper = (line, content) =>
    line === 'POST /tokens/erc20/transfer/prepare' || line.includes('erc20/transfer')
      ? { ...Object(content), toAddress: FRIEND }
      : content
  const confirm = vi.fn(async () => true)
  await expect(latchkey.signTransaction({ transfer: TRANSFER, confirm })).rejects.toMatchObject({
    code: 'CALL_MISMATCH',
  })
  expect(confirm).not.toHaveBeenCalled()
})

test.each([
  [{ tokenSymbol: 'DEM0' }, 0],
  [{ tokenDecimals: 8 }, 0],
  [{ tokenSymbol: 'DEMO', tokenDecimals: 6 }, 1],
])('param: with %j pinned by the page, %i transfers are executed', async (pins, executed) => {
  const { server, latchkey, withWallet } = openPage()
  await withWallet()
  const signing = latchkey.signTransaction({ transfer: TRANSFER, confirm: async () => true, ...pins })
  if (executed === 1) await signing
  else await expect(signing).rejects.toMatchObject({ code: 'CALL_MISMATCH' })
  expect(server.executed).toHaveLength(executed)
})

test('error: an invalid transfer is rejected with its fault', async () => {
  const { latchkey, withWallet } = openPage()
  await withWallet()
  const confirm = async () => true
  const wrong = { ...TRANSFER, to: '0x12', amount: '1000' }
  await expect(latchkey.signTransaction({ transfer: wrong, confirm })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    detail: 'transfer: toNotAddress, amountBalance',
  })
  await expect(latchkey.signTransaction({ confirm })).rejects.toMatchObject({ code: 'CONFIGURATION' })
})

test('behavior: a held transaction is followed to its end, or returned once accepted', async () => {
  const { server, latchkey, withWallet } = openPage({
    held: true,
    statuses: ['PENDING_USER_APPROVAL', 'REJECTED'],
  })
  await withWallet()
  const confirm = async () => true
  const numbers: unknown[] = []
  const signed = await latchkey.signTransaction({
    transfer: TRANSFER,
    confirm,
    onProgress: ({ status, number }) => void numbers.push([status, number]),
  })
  expect(signed).toMatchObject({ status: 'REJECTED', transactionUuid: expect.any(String) })
  expect(numbers).toContainEqual(['PENDING_USER_APPROVAL', 42])
  server.statuses = ['PENDING_USER_APPROVAL']
  const left = await latchkey.signTransaction({ transfer: TRANSFER, confirm, follow: false })
  expect(left.status).toBe('PENDING_USER_APPROVAL')
})

test('behavior: a page is warned of an earlier call to the same recipient that can still be executed', async () => {
  const { latchkey, withWallet } = openPage({ held: true, statuses: ['REJECTED'] })
  await withWallet()
  const asked: unknown[] = []
  const confirm: SignInput['confirm'] = async (_, parties) => {
    asked.push(parties)
    return true
  }
  await latchkey.signTransaction({ transfer: TRANSFER, confirm })
  await latchkey.signTransaction({ transfer: { ...TRANSFER, amount: '1' }, confirm })
  expect(asked).toMatchObject([[{ kind: 'first' }], [{ kind: 'unfinished', until: expect.any(String) }]])
})

test('behavior: an abort by the page ends the flow', async () => {
  const { latchkey, withWallet } = openPage()
  await withWallet()
  const leaving = new AbortController()
  const signing = latchkey.signTransaction({
    transfer: TRANSFER,
    signal: leaving.signal,
    confirm: () => {
      leaving.abort(new Error('left'))
      return new Promise(() => {})
    },
  })
  await expect(signing).rejects.toThrow('left')
})
