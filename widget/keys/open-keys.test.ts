// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { WidgetError } from '#widget/errors.ts'
import type { WalletRun } from '#widget/files.ts'
import { API_URL } from '#widget/testing/create-harness.ts'
import { ownChangeHarness } from '#widget/testing/own-change-harness.ts'
import { testStage } from '#widget/testing/test-stage.ts'
import openKeys from './open-keys.ts'

const APPROVAL = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

test.each<[how: string, send: () => Promise<{ wanted: Promise<undefined> }>]>([
  ['is done', async () => ({ wanted: Promise.resolve(undefined) })],
  ['has failed', () => Promise.reject(new WidgetError('UNEXPECTED_ANSWER'))],
])('behavior: the texts of the page are as before once the offer %s', async (_how, send) => {
  const { common, leaving } = await ownChangeHarness((own) => ({
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
    .offer(run)
    .catch(() => {})
  expect(during).toHaveLength(1)
  expect(during[0]).not.toBe(before)
  expect(stage.messages).toBe(before)
})
