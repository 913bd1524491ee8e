import { expect, test } from 'vitest'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { refusal } from '#widget/testing/envelope.ts'
import { FRIEND, sendPerson } from '#widget/testing/scripted-screens.ts'
import { COIN } from '#widget/testing/server-state.ts'
import { EXECUTE, type BrowserWallet } from '#widget/testing/test-flows.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'

const PAGE = { tokenAddress: COIN, to: FRIEND, amount: '12.5' }

/**
 * A transfer that the chain rejected and that can still be executed. `answer` sets its cancellation's
 * outcome.
 */
async function failedWorld(answer: (world: BrowserWallet) => unknown) {
  const world = await widgetWorld.wallet({ statuses: ['FAILED'] })
  world.server.facts = { executableUntil: new Date(world.clock.now() + 300_000).toISOString() }
  let executions = 0
  world.server.tamper = (line, content) =>
    line === EXECUTE && ++executions > 1 ? (answer(world) ?? content) : content
  return world
}

/** Sets the states of the payment and of its cancellation. The payment was submitted first. */
function end({ server }: BrowserWallet, payment: string, cancellation: string): void {
  server.facts = {}
  for (const [index, status] of [payment, cancellation].entries()) {
    const executed = server.executed[index]
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
  const world = await failedWorld((made) => end(made, 'CANCELLED', 'CONFIRMED'))
  const person = cancelling()
  await world.send(person, PAGE)
  const [payment, cancellation] = world.server.executed
  expect(cancellation?.request).toMatchObject({
    walletAddress: world.address,
    toAddress: world.address,
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
  expect(world.emitted.changes.map(({ status, digest }) => [status, digest])).toEqual([
    ['FAILED', payment?.digest],
    ['CANCELLED', payment?.digest],
  ])
  expect(world.emitted.executed.map(({ digest }) => digest)).toEqual([payment?.digest])
  expect(world.common.memory.sent(world.address)).toMatchObject([{ digest: payment?.digest, ended: true }])
})

test('error: a payment that was executed before its cancellation is shown as paid, with its sentence', async () => {
  const world = await failedWorld((made) => {
    end(made, 'CONFIRMED', 'FAILED')
    return refusal(400, 'TRANSACTION_REVERTS', 'this transaction was executed already')
  })
  const person = cancelling()
  await world.send(person, PAGE)
  const views = person.views('showProgress').map(({ status, problem }) => [status, problem?.sentence])
  expect(views.filter(([, sentence]) => sentence)).toEqual([
    ['FAILED', 'It could not be cancelled. It may just have been executed: we keep checking.'],
    ['CONFIRMED', 'It could not be cancelled in time: the payment was made.'],
  ])
  expect(world.common.memory.sent(world.address)).toEqual([])
})

test('behavior: going back or closing the prompt cancels nothing, and the failed payment is shown again', async () => {
  const world = await failedWorld(() => undefined)
  let confirms = 0
  const person = cancelling({ askConfirm: async () => (++confirms > 1 ? 'back' : 'confirm') })
  world.clock.wait = async () => world.leave()
  await expect(world.send(person, PAGE)).rejects.toThrow('left')
  expect(world.server.executed).toHaveLength(1)
  expect(person.views('showProgress').filter(({ cancel }) => cancel)).toHaveLength(2)
})

test('error: a declined or failed cancellation leaves the payment as it was', async () => {
  const world = await failedWorld((made) => {
    const [, cancellation] = made.server.executed
    if (cancellation !== undefined) cancellation.ended = 'REJECTED'
    return undefined
  })
  const person = cancelling()
  await world.send(person, PAGE)
  const views = person.views('showProgress')
  expect(views.at(-1)?.confirmation.digest).toBe(world.server.executed[0]?.digest)
  expect(views.map(({ status, confirmation }) => [status, confirmation.cancels !== undefined])).toEqual([
    ['SUBMITTED', false],
    ['FAILED', false],
    ['FAILED', false],
    ['SUBMITTED', true],
    ['FAILED', false],
    ['FAILED', false],
  ])
})
