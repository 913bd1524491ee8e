import { decodeFunctionData } from 'viem'
import { describe, expect, test } from 'vitest'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import openCancel from '#widget/cancel/open-cancel.ts'
import { WidgetError } from '#widget/errors.ts'
import type { SendDeps } from '#widget/flows/send-context.ts'
import type { SendPlan } from '#widget/flows/send-parts.ts'
import { signTransaction } from '#widget/flows/sign-transaction.ts'
import openHeld from '#widget/held/open-held.ts'
import { sendPerson } from '#widget/testing/scripted-screens.ts'
import { COIN } from '#widget/testing/server-state.ts'
import { RP_ID } from '#widget/testing/test-flows.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'
import { backupPlan, readBackupCall, type BackupAnswer, type BackupScreens } from './backup-plan.ts'
import { backupIn } from './wallet-calls.ts'

const BACKUP = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const OTHER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const KEY = { qx: '1'.repeat(64), qy: '2'.repeat(64) }
type View = Parameters<BackupScreens['askBackup']>[0]

/** A wallet, and a person who makes these choices in the form, then leaves. */
async function backUp(
  answers: (BackupAnswer | ((address: string) => BackupAnswer))[],
  prepare?: (world: ReturnType<typeof widgetWorld.accounts>, address: string) => void,
  wrap: (plan: SendPlan) => SendPlan = (plan) => plan,
) {
  const world = widgetWorld.accounts()
  const address = await world.withWallet()
  prepare?.(world, address)
  const forms: View[] = []
  const person = sendPerson()
  const waiting = [...answers]
  const plan = backupPlan({
    askBackup: async (view) => {
      forms.push(view)
      const answer = waiting.shift()
      if (answer === undefined) {
        world.leaving.controller.abort(new Error('left'))
        throw new Error('left')
      }
      return typeof answer === 'function' ? answer(address) : answer
    },
  })
  const deps: SendDeps = {
    ...world.common,
    screens: person,
    held: async () => openHeld(),
    cancel: async () => openCancel()(),
    callReader: async () => readBackupCall,
    beforeSign: () => true,
    executed: () => {},
    statusChanged: () => {},
  } as SendDeps
  const input = { host: RP_ID, rpId: RP_ID }
  const result = await signTransaction(deps, input, world.leaving.controller.signal, wrap(plan)).catch(
    (error: unknown) => error,
  )
  return { world, address, forms, person, result }
}

test('error: if another wallet is chosen after a failure, it is shown, and the call for the first one is not signed', async () => {
  const { forms, person } = await backUp(
    [{ kind: 'set', address: BACKUP }, { kind: 'wallet' }],
    (created) => created.server.wallets.push({ address: OTHER, label: '', passkey: null, key: KEY }),
    (plan) => ({
      ...plan,
      async choose(context, selection, start) {
        await plan.choose(context, selection, start)
        selection.wallets = selection.wallets.toReversed()
        return plan.choose(context, selection, { skipForm: true, problem: new WidgetError('CONFLICT') })
      },
    }),
  )
  expect(forms.map(({ wallet }) => wallet.address === OTHER)).toEqual([false, false, true])
  expect(person.views('askConfirm')).toEqual([])
})

describe('the backup address', () => {
  test('behavior: the signed call is the wallet’s call to itself, decoded from its bytes', async () => {
    const { world, address, person } = await backUp([{ kind: 'set', address: BACKUP }])
    const [executed] = world.server.executed
    expect(executed?.request).toMatchObject({ toAddress: address, walletAddress: address, value: '0' })
    const data = executed?.request.data
    if (data === undefined) throw new Error('no data')
    expect(decodeFunctionData({ abi: passkeyWalletAbi, data: `0x${data.slice(2)}` })).toEqual({
      functionName: 'setBackup',
      args: [BACKUP],
    })
    expect(backupIn(data)).toBe(BACKUP.toLowerCase())
    expect(person.views('askConfirm')[0]?.confirmation.description).toMatchObject({
      kind: 'wallet-set-backup',
      severity: 'danger',
      fields: [{ label: 'backup', value: { address: BACKUP } }],
      warnings: [{ code: 'sets-backup' }],
    })
  })

  test('behavior: the address can be removed, and a proposed passkey rejected', async () => {
    const removed = await backUp([{ kind: 'remove' }])
    expect(removed.person.views('askConfirm')[0]?.confirmation.description).toMatchObject({
      kind: 'wallet-set-backup',
      warnings: [{ code: 'removes-backup' }],
    })
    const refused = await backUp([{ kind: 'cancel-recovery' }], (world, address) =>
      world.server.onChain.set(address.toLowerCase(), {
        backupAddress: BACKUP,
        pending: { qx: '1'.repeat(64), qy: '2'.repeat(64), effectiveAtSeconds: 1_800_000_000 },
      }),
    )
    expect(refused.forms[0]?.details?.onChain).toMatchObject({ backupAddress: BACKUP })
    expect(refused.world.server.executed[0]?.request.data).toBe('0x0ba234d6')
  })

  test('param: an invalid backup address is explained at its field, and the typed value is kept', async () => {
    const imitation = (address: string) => `0x${address.slice(2, 6)}${'0'.repeat(32)}${address.slice(-4)}`
    const { world, forms } = await backUp(
      [
        { kind: 'set', address: '' },
        { kind: 'set', address: '0x123' },
        { kind: 'set', address: `0x${'0'.repeat(40)}` },
        { kind: 'set', address: BACKUP.replace('aA', 'Aa') },
        (address) => ({ kind: 'set', address }),
        { kind: 'set', address: COIN },
        { kind: 'set', address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' },
        (address) => ({ kind: 'set', address: imitation(address).toLowerCase() }),
      ],
      (created, address) =>
        created.server.onChain.set(address.toLowerCase(), {
          backupAddress: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
        }),
    )
    expect(forms.map(({ fieldProblem }) => fieldProblem)).toEqual([
      undefined,
      'missing',
      'notAddress',
      'notAddress',
      'checksum',
      'self',
      'token',
      'same',
      'imitation',
    ])
    expect(forms[2]?.draft).toBe('0x123')
    expect(world.authenticator.prompts.get).toBe(0)
  })

  test('param: neither the co-signer nor the approval wallet can be the backup address', async () => {
    const [coSigner, approvalWallet] = [BACKUP, '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359']
    const { world, forms } = await backUp(
      [
        { kind: 'set', address: coSigner },
        { kind: 'set', address: approvalWallet },
      ],
      (created, address) => created.server.onChain.set(address.toLowerCase(), { coSigner, approvalWallet }),
    )
    expect(forms.map(({ fieldProblem }) => fieldProblem)).toEqual([undefined, 'coSigner', 'coSigner'])
    expect(world.authenticator.prompts.get).toBe(0)
  })

  test('error: if a service reports no backup address, one can still be set', async () => {
    const { world, forms } = await backUp([{ kind: 'set', address: BACKUP }], (created) => {
      created.server.extensions = false
    })
    expect(forms[0]?.details).toBeUndefined()
    expect(world.server.executed).toHaveLength(1)
  })

  test('error: a token that does not allow changes of the wallet is reported before the first step', async () => {
    const { forms, result } = await backUp([], (created) => {
      created.server.operations = ['create', 'execute']
    })
    expect(result).toMatchObject({ code: 'OPERATION_NOT_ALLOWED' })
    expect(forms).toEqual([])
  })
})
