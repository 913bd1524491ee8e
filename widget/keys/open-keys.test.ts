// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { WidgetError } from '#widget/errors.ts'
import { LatchkeyExecutedEvent, walletEvent } from '#widget/events.ts'
import type { OfferTime, WalletRun } from '#widget/files.ts'
import type { SendPlan } from '#widget/flows/send-parts.ts'
import { findUnprotected } from '#widget/protect/offer-protection.ts'
import { API_URL } from '#widget/testing/test-flows.ts'
import { testStage } from '#widget/testing/test-stage.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'
import { keysEn } from '#widget/texts/keys/en.ts'
import openKeys from './open-keys.ts'

const APPROVAL = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const OTHER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

test.each<[how: string, send: () => Promise<{ wanted: Promise<undefined> }>]>([
  ['is done', async () => ({ wanted: Promise.resolve(undefined) })],
  ['has failed', () => Promise.reject(new WidgetError('UNEXPECTED_ANSWER'))],
])('behavior: the page’s texts are unchanged after the offer %s', async (_how, send) => {
  const { common, leaving } = await widgetWorld.ownChanges((own) => ({
    keys: [{ number: 0, ...own }],
    approvalWallet: APPROVAL,
  }))
  const { stage } = testStage()
  const before = stage.messages
  const during: unknown[] = []
  const run = {
    stage,
    settings: { apiUrl: API_URL },
    signal: leaving.controller.signal,
    dispatch: () => true,
    deps: common,
    send: () => {
      during.push(stage.messages)
      return send()
    },
  } as unknown as WalletRun
  await openKeys()
    .offer(run, { at: 'choosing' })
    .catch(() => {})
  expect(during).toHaveLength(1)
  expect(during[0]).not.toBe(before)
  expect(stage.messages).toBe(before)
})

test.each<[at: OfferTime, isPutOff: boolean]>([
  ['choosing', true],
  // The wallet's first call shows the offer again.
  ['created', false],
])('behavior: an offer that is declined (%s) is postponed: %s', async (at, isPutOff) => {
  const {
    common,
    leaving,
    run: sign,
  } = await widgetWorld.ownChanges((own) => ({
    keys: [{ number: 0, ...own }],
    approvalWallet: APPROVAL,
    backupAddress: OTHER,
  }))
  const { stage, button } = testStage()
  const run = {
    stage,
    settings: { apiUrl: API_URL },
    signal: leaving.controller.signal,
    dispatch: () => true,
    deps: common,
    async send(_run: unknown, { plan }: { plan: SendPlan }) {
      void sign(plan)
      return { wanted: new Promise<undefined>(() => {}) }
    },
  } as unknown as WalletRun
  const decline = at === 'created' ? keysEn.later : keysEn.protect.first.skipSure
  const offered = openKeys().offer(run, { at })
  await expect.poll(() => button(decline)).toBeDefined()
  button(decline)?.click()
  expect(await offered).toBe(true)
  const found = await findUnprotected(common, { wanted: undefined, at: 'call' }, leaving.controller.signal)
  expect(found === undefined).toBe(isPutOff)
})

test.each<[at: OfferTime, heard: string[], reported: string[]]>([
  ['call', ['latchkey-co-signer-set'], []],
  ['choosing', ['latchkey-co-signer-set'], []],
  // The page has no call of its own, so it cannot mistake these events for those of its call.
  ['created', ['latchkey-executed', 'latchkey-co-signer-set'], ['CONFLICT']],
])('error: an offer (%s) → the page gets the events %j and the errors %j', async (at, events, errors) => {
  const { common, leaving } = await widgetWorld.ownChanges((own) => ({
    keys: [{ number: 0, ...own }],
    approvalWallet: APPROVAL,
  }))
  const heard: string[] = []
  const reported: string[] = []
  const detail = { walletAddress: APPROVAL, digest: '0x1', status: undefined } as never
  const run = {
    stage: testStage().stage,
    settings: { apiUrl: API_URL },
    signal: leaving.controller.signal,
    dispatch: (event: Event) => heard.push(event.type) > 0,
    deps: {
      ...common,
      report: async (error: WidgetError) => {
        reported.push(error.code)
        return error
      },
    },
    async send(sending: WalletRun) {
      sending.dispatch(new LatchkeyExecutedEvent(detail))
      sending.dispatch(walletEvent('co-signer-set', { address: APPROVAL, coSigner: APPROVAL }))
      await sending.deps.report(new WidgetError('CONFLICT'))
      return { wanted: Promise.resolve(undefined) }
    },
  } as unknown as WalletRun
  await openKeys().offer(run, { at })
  expect([heard, reported]).toEqual([events, errors])
})
