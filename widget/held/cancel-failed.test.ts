import { expect, test } from 'vitest'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { EXECUTE, walletHarness, type WalletHarness } from '#widget/testing/create-harness.ts'
import { FRIEND, sendPerson } from '#widget/testing/scripted-screens.ts'
import { COIN, refusal } from '#widget/testing/stand-in-server.ts'

const PAGE = { tokenAddress: COIN, to: FRIEND, amount: '12.5' }

/**
 * A transfer that the chain rejected and that can still be executed. `answer` sets its cancellation's
 * outcome.
 */
async function failedHarness(answer: (harness: WalletHarness) => unknown) {
  const harness = await walletHarness({ statuses: ['FAILED'] })
  harness.world.facts = { executableUntil: new Date(harness.clock.now() + 300_000).toISOString() }
  let executions = 0
  harness.world.tamper = (line, content) =>
    line === EXECUTE && ++executions > 1 ? (answer(harness) ?? content) : content
  return harness
}

/** Sets the states of the payment, which was executed first, and of its cancellation, the second. */
function end({ world }: WalletHarness, payment: string, cancellation: string): void {
  world.facts = {}
  for (const [index, status] of [payment, cancellation].entries()) {
    const executed = world.executed[index]
    if (executed !== undefined) executed.ended = status
  }
}

/** A person who cancels as soon as possible, once. */
const cancelling = (script: Parameters<typeof sendPerson>[0] = {}) => {
  let isAsked = false
  return sendPerson({
    showProgress({ cancel }) {
      if (isAsked || cancel === undefined) return
      isAsked = true
      cancel()
    },
    ...script,
  })
}

test('behavior: a signed call of the wallet to itself cancels a failed payment, which then has ended', async () => {
  const harness = await failedHarness((made) => end(made, 'CANCELLED', 'CONFIRMED'))
  const person = cancelling()
  await harness.send(person, PAGE)
  const [payment, cancellation] = harness.world.executed
  expect(cancellation?.request).toMatchObject({
    walletAddress: harness.address,
    toAddress: harness.address,
    value: '0',
    data: encodeCall('cancelCall(bytes32,uint256)', [
      payment?.digest ?? '',
      payment?.request.expiration ?? '',
    ]),
  })
  const shown = person.views('askConfirm')[1]
  expect(shown).toMatchObject({
    canGoBack: true,
    confirmation: {
      digest: cancellation?.digest,
      cancels: { digest: payment?.digest },
      description: { effects: [{ does: 'cancel-call', digest: payment?.digest }] },
    },
  })
  expect(person.views('showProgress').at(-1)).toMatchObject({ status: 'CANCELLED', ended: true })
  // The page gets only events of the payment.
  expect(harness.emitted.changes.map(({ status, digest }) => [status, digest])).toEqual([
    ['FAILED', payment?.digest],
    ['CANCELLED', payment?.digest],
  ])
  expect(harness.emitted.executed.map(({ digest }) => digest)).toEqual([payment?.digest])
  expect(harness.common.memory.sent(harness.address)).toMatchObject([
    { digest: payment?.digest, ended: true },
  ])
})

test('error: a payment that was executed before its cancellation is shown as paid, with its sentence', async () => {
  const harness = await failedHarness((made) => {
    end(made, 'CONFIRMED', 'FAILED')
    return refusal(400, 'TRANSACTION_REVERTS', 'this transaction was executed already')
  })
  const person = cancelling()
  await harness.send(person, PAGE)
  const views = person.views('showProgress').map(({ status, problem }) => [status, problem?.sentence])
  expect(views.filter(([, sentence]) => sentence)).toEqual([
    ['FAILED', 'It could not be cancelled. It may just have been executed: we keep checking.'],
    ['CONFIRMED', 'It could not be cancelled in time: the payment was made.'],
  ])
  expect(harness.common.memory.sent(harness.address)).toEqual([])
})

test('behavior: going back or closing the prompt cancels nothing, and the failed payment is shown again', async () => {
  const harness = await failedHarness(() => undefined)
  let confirms = 0
  const person = cancelling({ askConfirm: async () => (++confirms > 1 ? 'back' : 'confirm') })
  harness.clock.wait = async () => harness.leave()
  await expect(harness.send(person, PAGE)).rejects.toThrow('left')
  expect(harness.world.executed).toHaveLength(1)
  expect(person.views('showProgress').filter(({ cancel }) => cancel)).toHaveLength(2)
})

test('error: a declined or failed cancellation leaves the payment as it was', async () => {
  const harness = await failedHarness((made) => {
    const [, cancellation] = made.world.executed
    if (cancellation !== undefined) cancellation.ended = 'REJECTED'
    return undefined
  })
  const person = cancelling()
  await harness.send(person, PAGE)
  const views = person.views('showProgress')
  expect(views.at(-1)?.confirmation.digest).toBe(harness.world.executed[0]?.digest)
  expect(views.map(({ status, confirmation }) => [status, confirmation.cancels !== undefined])).toEqual([
    ['SUBMITTED', false],
    ['FAILED', false],
    ['FAILED', false],
    ['SUBMITTED', true],
    ['FAILED', false],
    ['FAILED', false],
  ])
})
