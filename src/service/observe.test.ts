import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createMetrics } from '#service/http/metrics.ts'
import { observeMailer } from './observe.ts'

test('behavior: counts mails, with refused ones separately, and passes the server’s reason on', async () => {
  const metrics = createMetrics({
    log: pino({ level: 'silent' }),
    process: { version: '1.2.3', role: 'bff' },
  })
  const refusal = new Error('no such user')
  const mailer = observeMailer(
    { send: ({ to }) => (to === 'refused@example.com' ? Promise.reject(refusal) : Promise.resolve()) },
    metrics,
  )
  const linesOf = async (name: string) =>
    (await metrics.text()).split('\n').filter((line) => line.startsWith(`${name}{`))
  const outcomes = () => linesOf('latchkey_mails_total')
  expect(await outcomes()).toEqual([
    'latchkey_mails_total{outcome="sent"} 0',
    'latchkey_mails_total{outcome="failed"} 0',
  ])
  await mailer.send({ to: 'user@example.com', subject: 's', text: 't' })
  await expect(mailer.send({ to: 'refused@example.com', subject: 's', text: 't' })).rejects.toBe(refusal)
  expect(await outcomes()).toEqual([
    'latchkey_mails_total{outcome="sent"} 1',
    'latchkey_mails_total{outcome="failed"} 1',
  ])
  expect(await linesOf('latchkey_build_info')).toEqual(['latchkey_build_info{version="1.2.3",role="bff"} 1'])
})
