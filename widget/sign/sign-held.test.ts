import { describe, expect, test } from 'vitest'
import type { SignableMessage } from '#protocol/widget-call.ts'
import { ORIGIN, OTHER, permit, REFUSED, TEXT } from '#widget/testing/message-flow.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'

test.each([
  ['a permit', (owner: string) => permit(owner, '5')],
  ['unknown typed data', () => OTHER],
  ['bytes that are no text', (): SignableMessage => ({ kind: 'bytes', data: '0x00ff' })],
])(
  'error: a held wallet signs no %s, and the person is told to send a transaction instead',
  async (_what, messageOf) => {
    const { world, address, views, fails } = await widgetWorld.messages({ held: true })
    expect(await fails(messageOf(address))).toMatchObject({
      code: 'OPERATION_NOT_ALLOWED',
      sentence: REFUSED.held,
      detail: expect.stringContaining('as a transaction'),
    })
    expect([views, world.authenticator.prompts.get]).toEqual([[], 0])
  },
)

test('behavior: a held wallet signs texts, and the revocation of a permit', async () => {
  const { world, address, sign } = await widgetWorld.messages({ held: true })
  await sign(TEXT)
  await sign(permit(address, '0'))
  expect(world.server.requests.some(({ query }) => query.includes('approver'))).toBe(false)
})

test('error: if it is unknown whether a wallet is held, it signs nothing that grants a permission', async () => {
  const { world, address, views, fails } = await widgetWorld.messages()
  world.server.interrupt = (line, time) => (line === 'GET /wallets' && time > 1 ? 'lost' : undefined)
  expect(await fails(permit(address, '5'))).toMatchObject({ code: 'NETWORK_FAILED' })
  expect(views).toEqual([])
})

describe('with a service that has such messages approved', () => {
  test('behavior: asks the policies only about messages that may move assets', async () => {
    const messageStatuses = ['APPROVED']
    const policies = { outcome: 'needs-approval', by: 'end-user' }
    const given = { held: true, messageStatuses, messageReview: { policies } }
    const { world, address, views, sign } = await widgetWorld.messages(given)
    await sign(TEXT)
    await sign(permit(address, '5'))
    const [ofText, , ofPermit] = views
    expect(ofText?.reviews).toBeUndefined()
    expect(await ofPermit?.reviews?.latest()).toMatchObject({ policies })
    const asked = world.server.requests.filter(({ line }) => line === 'POST /messages/review')
    expect(asked).toMatchObject([{ body: { walletAddress: address, origin: ORIGIN } }])
  })

  test('behavior: with an older service that reviews no messages, a message can be signed', async () => {
    const { address, views, sign } = await widgetWorld.messages({ held: true, messageStatuses: ['APPROVED'] })
    await sign(permit(address, '5'))
    expect(await views[0]?.reviews?.latest()).toEqual({ policies: undefined, differences: [] })
  })

  test('behavior: the page gets the signature after the approval, and the number is shown until then', async () => {
    const messageStatuses = ['PENDING_USER_APPROVAL', 'PENDING_USER_APPROVAL', 'APPROVED']
    const { world, address, views, waits, sign } = await widgetWorld.messages({ held: true, messageStatuses })
    const signed = await sign({ ...permit(address, '5') })
    const [request] = world.server.requests.filter(({ line }) => line === 'POST /messages')
    const { signature } = signed
    expect(request?.body).toMatchObject({ walletAddress: address, origin: ORIGIN, signature })
    expect(waits).toMatchObject([
      { number: 42, link: expect.stringContaining('https://wallets.example/approve#message=0b5b3c0e-') },
    ])
    expect(world.lines().filter((line) => line.startsWith('GET /messages/'))).toHaveLength(2)
    expect(views).toHaveLength(2)
  })

  test.each([
    [
      'names the page around the frame',
      { crossOrigin: true, topOrigin: 'https://host.example' },
      'https://host.example',
    ],
    ['does not name it', { crossOrigin: true }, ORIGIN],
  ])(
    'behavior: in a frame of a browser that %s → the approver reads what the browser signed',
    async (_what, frame, page) => {
      const { world, address, sign } = await widgetWorld.messages({
        held: true,
        messageStatuses: ['APPROVED'],
      })
      Object.assign(world.authenticator, { frame })
      await sign(permit(address, '5'), { origin: 'https://host.example' })
      const [request] = world.server.requests.filter(({ line }) => line === 'POST /messages')
      expect(request?.body).toMatchObject({ origin: page })
    },
  )

  test.each([
    ['REJECTED', 'approval: declined', 'declined'],
    ['EXPIRED', 'approval: expired', 'expired'],
  ])('error: the page gets no signature for a message that is %s', async (ended, detail, sentence) => {
    const messageStatuses = ['PENDING_USER_APPROVAL', ended]
    const { address, views, fails } = await widgetWorld.messages({ held: true, messageStatuses })
    expect(await fails(permit(address, '5'))).toMatchObject({
      code: 'OPERATION_NOT_ALLOWED',
      detail,
      reason: sentence,
      sentence,
    })
    expect(views).toHaveLength(1)
  })

  test('behavior: a lost connection only delays the result', async () => {
    const messageStatuses = ['PENDING_USER_APPROVAL', 'APPROVED']
    const { world, address, waits, sign } = await widgetWorld.messages({ messageStatuses })
    world.server.interrupt = (line, time) =>
      line.startsWith('GET /messages/') && time < 4 ? 'lost' : undefined
    await sign(OTHER)
    expect(waits).toHaveLength(1)
    expect(address).toMatch(/^0x/)
  })

  test('behavior: a message without a needed approval returns immediately, and one that moves no assets is not sent', async () => {
    const { world, address, waits, sign } = await widgetWorld.messages({ messageStatuses: ['NOT_HELD'] })
    await sign(permit(address, '5'))
    await sign(TEXT)
    expect(waits).toEqual([])
    expect(world.lines().filter((line) => line === 'POST /messages')).toHaveLength(1)
  })

  test('behavior: numbers that JSON cannot represent are sent as decimal strings', async () => {
    const { world, sign } = await widgetWorld.messages({ messageStatuses: ['NOT_HELD'] })
    await sign({
      kind: 'typed-data',
      typedData: {
        domain: {},
        types: { Vote: [{ name: 'weight', type: 'uint256' }] },
        primaryType: 'Vote',
        message: { weight: 2n ** 200n },
      },
    })
    const [request] = world.server.requests.filter(({ line }) => line === 'POST /messages')
    expect(request?.body).toMatchObject({
      message: { typedData: { message: { weight: String(2n ** 200n) } } },
    })
  })
})
