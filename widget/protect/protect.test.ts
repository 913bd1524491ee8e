import { decodeFunctionData, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { callsIn } from '#protocol/display/calls-in.ts'
import { WidgetError } from '#widget/errors.ts'
import type { SendPlan } from '#widget/flows/send-parts.ts'
import { CHAIN_ID } from '#widget/testing/judge-execution.ts'
import { COIN } from '#widget/testing/server-state.ts'
import type { OnChain } from '#widget/testing/stand-in-wallet.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'
import { keepCoSigner, type CoSignerNotice } from './known-co-signer.ts'
import { protectPlan, type ProtectAnswer, type ProtectView } from './protect-plan.ts'

const APPROVAL = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const OTHER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const BACKUP = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'
const KEY = { qx: '1'.repeat(64), qy: '2'.repeat(64) }
const FEE = { tokenAddress: COIN, amountPerTransaction: '1000', withdrawAddress: OTHER } as const

/** Makes these choices one after the other, then leaves. */
async function protect(chain: (address: string) => OnChain, ...answers: ProtectAnswer[]) {
  const world = await widgetWorld.ownChanges((own, address) => ({
    keys: [{ number: 0, ...own }],
    ...chain(address),
  }))
  const views: ProtectView[] = []
  const waiting = [...answers]
  const plan = protectPlan({
    askProtect: async (view) => {
      views.push(view)
      return waiting.shift() ?? world.leave()
    },
  })
  return { ...world, views, plan }
}

const decoded = (data: string | undefined) =>
  decodeFunctionData({ abi: passkeyWalletAbi, data: `0x${(data ?? '0x').slice(2)}` })

describe('protecting a wallet on the chain', () => {
  test('behavior: the approval wallet is set in one call without a fee, decoded from its bytes', async () => {
    const flow = await protect(() => ({ approvalWallet: APPROVAL }), { kind: 'protect', backup: '' })
    flow.server.fee = FEE
    await flow.run(flow.plan)
    expect(decoded(flow.signedData()[0])).toEqual({ functionName: 'setCoSigner', args: [APPROVAL] })
    expect(flow.server.executed[0]?.request).toMatchObject({ toAddress: flow.address, fee: '0', value: '0' })
    expect(flow.confirmations()[0]?.description).toMatchObject({
      kind: 'wallet-set-co-signer',
      severity: 'danger',
      fields: [{ label: 'coSigner', value: { address: APPROVAL } }],
    })
    expect(flow.changed).toContain('CONFIRMED')
  })

  test('behavior: with a backup address, one batch sets both and pays the fee', async () => {
    const flow = await protect(() => ({ approvalWallet: APPROVAL }), { kind: 'protect', backup: BACKUP })
    flow.server.fee = FEE
    await flow.run(flow.plan)
    const { functionName, args } = decoded(flow.signedData()[0])
    expect(functionName).toBe('executeBatch')
    const calls = (args?.[0] ?? []) as readonly { data: Hex }[]
    expect(calls.map(({ data }) => decoded(data))).toEqual([
      { functionName: 'setBackup', args: [BACKUP] },
      { functionName: 'setCoSigner', args: [APPROVAL] },
    ])
    expect(flow.server.executed[0]?.request.fee).toBe('1000')
    const description = flow.confirmations()[0]!.description
    expect(callsIn(description).map(({ kind }) => kind)).toEqual([
      'wallet-set-backup',
      'wallet-set-co-signer',
    ])
    expect(description.severity).toBe('danger')
  })

  test('param: an address that cannot be the backup with this co-signer is explained at its field', async () => {
    const flow = await protect(
      () => ({ approvalWallet: APPROVAL }),
      { kind: 'protect', backup: APPROVAL },
      { kind: 'protect', backup: COIN },
      { kind: 'protect', backup: '0x12' },
    )
    await flow.run(flow.plan)
    expect(flow.views.map(({ fieldProblem }) => fieldProblem)).toEqual([
      undefined,
      'coSigner',
      'token',
      'notAddress',
    ])
    expect(flow.authenticator.prompts.get).toBe(0)
  })

  test('behavior: the removal is one call without a fee, and both signers together can stop it', async () => {
    const started = await protect(() => ({ coSigner: APPROVAL }), { kind: 'start-removal' })
    started.server.fee = FEE
    await started.run(started.plan)
    expect(started.server.executed[0]?.request).toMatchObject({ data: '0xe23ea167', fee: '0' })
    const kept = await protect(() => ({ coSigner: APPROVAL, coSignerUntil: '2026-12-01T00:00:00Z' }), {
      kind: 'keep',
    })
    await kept.run(kept.plan)
    expect(decoded(kept.signedData()[0]).functionName).toBe('keepCoSigner')
  })
})

test('error: if another wallet is chosen after a failure, it is shown, and the change for the first one is not signed', async () => {
  const flow = await protect(
    () => ({ approvalWallet: APPROVAL }),
    { kind: 'protect', backup: '' },
    { kind: 'wallet' },
  )
  flow.server.wallets.push({ address: OTHER, label: '', passkey: null, key: KEY })
  const places = [0, 1]
  flow.person.askWallet = async (wallets) => wallets[places.shift() ?? 0]!
  const again: SendPlan = {
    ...flow.plan,
    async choose(context, selection, start) {
      await flow.plan.choose(context, selection, start)
      return flow.plan.choose(context, selection, { skipForm: true, problem: new WidgetError('CONFLICT') })
    },
  }
  await flow.run(again)
  expect(flow.views.map(({ wallet }) => wallet.address)).toEqual([flow.address, flow.address, OTHER])
  expect(flow.confirmations()).toEqual([])
})

describe('a server that lies about the co-signer', () => {
  test.each<[what: string, approvalWallet: (address: string) => string | undefined]>([
    ['the wallet itself', (address) => address],
    ['a token’s contract', () => COIN],
    ['the backup address', () => BACKUP],
    ['the zero address', () => `0x${'0'.repeat(40)}`],
    [
      'an imitation of the wallet',
      (address) => `0x${address.slice(2, 6)}${'0'.repeat(32)}${address.slice(-4)}`,
    ],
    ['none', () => undefined],
  ])('error: %s never becomes the co-signer', async (_what, approvalWallet) => {
    const flow = await protect(
      (address) => {
        const named = approvalWallet(address)
        return { backupAddress: BACKUP, ...(named !== undefined && { approvalWallet: named }) }
      },
      { kind: 'protect', backup: '' },
    )
    expect(await flow.run(flow.plan)).toMatchObject({ code: 'UNEXPECTED_ANSWER' })
    expect([flow.authenticator.prompts.get, flow.signedData()]).toEqual([0, []])
  })

  test('error: an address that changes after it was shown is not signed', async () => {
    const flow = await protect(() => ({ approvalWallet: APPROVAL }), { kind: 'protect', backup: '' })
    const details = `GET /wallets/${flow.address}`
    let times = 0
    flow.server.tamper = (line, content) =>
      line === details && (times += 1) > 1 ? { ...Object(content), approvalWallet: OTHER } : content
    await flow.run(flow.plan)
    expect(decoded(flow.signedData()[0]).args).toEqual([flow.views[0]?.details.approvalWallet])
  })

  test.each<[named: string, chain: OnChain, notice: CoSignerNotice]>([
    ['the one that was signed for', { coSigner: APPROVAL }, 'expected'],
    ['another one', { coSigner: OTHER }, 'changed'],
    ['none', {}, 'changed'],
  ])(
    'behavior: reported co-signer is %s → the screen warns if this browser knows a different one',
    async (_named, chain, notice) => {
      const flow = await protect(() => chain)
      keepCoSigner(flow.common.memory, { chainId: CHAIN_ID, address: flow.address }, APPROVAL)
      await flow.run(flow.plan)
      expect(flow.views[0]?.coSignerNotice).toBe(notice)
    },
  )

  test('behavior: the person can accept a change made elsewhere, which then no longer causes a warning', async () => {
    const flow = await protect(() => ({ coSigner: OTHER }), { kind: 'accept' })
    keepCoSigner(flow.common.memory, { chainId: CHAIN_ID, address: flow.address }, APPROVAL)
    await flow.run(flow.plan)
    expect(flow.views.map(({ coSignerNotice }) => coSignerNotice)).toEqual(['changed', 'expected'])
    expect(flow.authenticator.prompts.get).toBe(0)
  })

  test('error: accepts only the co-signer on the screen, not one that the server reports later', async () => {
    const flow = await protect(() => ({ coSigner: OTHER }), { kind: 'accept' })
    keepCoSigner(flow.common.memory, { chainId: CHAIN_ID, address: flow.address }, APPROVAL)
    let times = 0
    flow.server.tamper = (line, content) =>
      line === `GET /wallets/${flow.address}` && (times += 1) > 1
        ? { ...Object(content), coSigner: BACKUP }
        : content
    await flow.run(flow.plan)
    expect(flow.views.map(({ coSignerNotice }) => coSignerNotice)).toEqual(['changed', 'changed'])
  })
})
