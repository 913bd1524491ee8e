// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { testStage } from '#widget/testing/test-stage.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'
import { welcomeEn } from '#widget/texts/en.ts'
import { noteMail } from './note-mail.ts'
import openWelcome from './open-welcome.ts'

const page = widgetWorld.element()

/** The note for a new wallet. `config` changes the settings that the server reports. */
async function readNote(config: object, { held = false } = {}) {
  const { server, common } = widgetWorld.flows({ held })
  server.tamper = (line, content) => (line === 'GET /config' ? Object.assign({}, content, config) : content)
  server.wallets.push({ address: `0x${'a1'.repeat(20)}`, label: '', passkey: null })
  const { signal } = new AbortController()
  const note = await noteMail({ stage: testStage().stage, signal }, common.api)
  return note?.textContent
}

test('behavior: a user who gets an invitation to the approval app reads where it is', async () => {
  expect(await readNote({})).toBe(welcomeEn.mail + welcomeEn.link)
})

test('behavior: the flow of a new wallet has the note, and no other flow requests it', async () => {
  const { server, common } = widgetWorld.flows()
  const { element } = page.show({}, null)
  const { stage } = testStage()
  const { signal } = new AbortController()
  await openWelcome()({ element, stage, signal }, common.api, 'send')
  expect(server.requests.map(({ line }) => line)).toEqual(['GET /brand'])
  await openWelcome()({ element, stage, signal: new AbortController().signal }, common.api, 'create')
  await expect.poll(() => stage.mail?.textContent).toContain(welcomeEn.mail)
})

test.each([
  ['a wallet without an end-user', { externalUserId: undefined }, {}],
  ['a service without an approval app', { approvalUrl: undefined }, {}],
  ['a user who has enrolled', {}, { held: true }],
])('behavior: %s gets no note, because no mail follows', async (_, config, state) => {
  expect(await readNote(config, state)).toBeUndefined()
})
