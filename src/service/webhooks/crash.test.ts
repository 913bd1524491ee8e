import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { programArguments } from '#service/testing/built-program.ts'
import { makeDataFolder } from '#service/testing/test-database.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#service/testing/webhook-receiver.ts'

const CHILD = 'src/service/testing/webhook-crash-child.ts'

let dataDir: string
let receiver: WebhookReceiver
beforeEach(async () => {
  dataDir = await makeDataFolder('webhooks')
  receiver = await startWebhookReceiver()
})
afterEach(async () => {
  await receiver.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function startProcess(hoursAhead: number, failpoint: string) {
  const args = await programArguments(CHILD, dataDir, receiver.url, String(hoursAhead), failpoint)
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, ended: once(child, 'exit') }
}

/**
 * Expects that a later process sends the deliveries of the killed process again, and that the receiver recognizes
 * them by their id.
 */
async function expectSentAgain(): Promise<void> {
  const [code] = await (await startProcess(1, 'none')).ended
  expect(code).toBe(0)
  expect(receiver.received).toHaveLength(2)
  expect(receiver.received[1]!.id).toBe(receiver.received[0]!.id)
  expect(receiver.received[1]!.body).toBe(receiver.received[0]!.body)
}

test('behavior: W1, the webhook is sent and its response not read', async () => {
  const { child, ended } = await startProcess(0, 'never')
  receiver.answer = (_webhook, response) => {
    if (receiver.received.length === 1) child.kill('SIGKILL')
    else response.writeHead(204).end()
  }
  expect((await ended)[1]).toBe('SIGKILL')
  await expectSentAgain()
})

test('behavior: W2, the response is read and not recorded', async () => {
  expect((await (await startProcess(0, 'answered')).ended)[1]).toBe('SIGKILL')
  await expectSentAgain()
})
