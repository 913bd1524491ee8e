import { hashMessage, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { splitSignature } from '#protocol/signing/joined-signature.ts'
import { messageDigest } from '#protocol/signing/message-digest.ts'
import { keepCoSigner, noteRemoval } from '#widget/protect/known-co-signer.ts'
import { BASE_POINT } from '#widget/testing/base-point.ts'
import { CHAIN_ID } from '#widget/testing/judge-execution.ts'
import { TEXT } from '#widget/testing/message-flow.ts'
import type { OnChain } from '#widget/testing/stand-in-wallet.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'

const CO_SIGNER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const OTHER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const CO_SIGNATURE: Hex = `0x${'ab'.repeat(65)}`

/** A wallet with a contract in the state `chain`. `own` is the key of the passkey. */
async function guarded(
  chain: (own: { qx: string; qy: string }) => OnChain,
  changes: Parameters<typeof widgetWorld.messages>[0] = {},
) {
  const signer = await widgetWorld.messages({
    messageStatuses: ['APPROVED'],
    coSignature: CO_SIGNATURE,
    ...changes,
  })
  const { qx, qy } = signer.world.server.wallets[0]!.passkey!
  signer.world.server.onChain.set(signer.address.toLowerCase(), chain({ qx, qy }))
  return signer
}

describe('a wallet with a co-signer', () => {
  test('behavior: every message shows the co-signer and is co-signed, even a text that moves no assets', async () => {
    const { world, address, views, sign } = await guarded(() => ({ coSigner: CO_SIGNER }))
    const signed = await sign(TEXT)
    const digest = messageDigest(CHAIN_ID, address, hashMessage(TEXT.text), CO_SIGNER)
    expect(signed.digest).toBe(digest)
    expect(views[0]).toMatchObject({ digest, coSigner: CO_SIGNER, coSignerNotice: 'expected' })
    const { tuple, keyNumber, coSignature } = splitSignature(signed.signature)
    expect({ keyNumber, coSignature }).toEqual({ keyNumber: 0, coSignature: CO_SIGNATURE })
    const [posted] = world.server.requests.filter(({ line }) => line === 'POST /messages')
    expect(posted?.body).toMatchObject({ signature: tuple })
  })

  test('behavior: the page waits for the approval, which includes the co-signature', async () => {
    const messageStatuses = ['PENDING_USER_APPROVAL', 'APPROVED']
    const { waits, sign } = await guarded(() => ({ coSigner: CO_SIGNER }), { messageStatuses })
    const signed = await sign(TEXT)
    expect(waits).toMatchObject([{ number: 42 }])
    expect(splitSignature(signed.signature).coSignature).toBe(CO_SIGNATURE)
  })

  test.each<[what: string, changes: Parameters<typeof widgetWorld.messages>[0], prompts: number]>([
    ['approves without a co-signature', { coSignature: undefined } as object, 1],
    ['has no messages approved', { messageStatuses: undefined } as object, 0],
  ])('error: a service that %s → the page gets no signature', async (_what, changes, prompts) => {
    const { world, fails } = await guarded(() => ({ coSigner: CO_SIGNER }), changes)
    expect(await fails(TEXT)).toMatchObject({ code: 'OPERATION_NOT_ALLOWED', sentence: 'co-signer' })
    expect(world.authenticator.prompts.get).toBe(prompts)
  })

  test.each<[named: string, coSigner: string | undefined]>([
    ['another co-signer', OTHER],
    ['none', undefined],
  ])(
    'error: a server that reports %s than this browser signed for causes a warning',
    async (_named, coSigner) => {
      const { world, address, views, sign } = await guarded(() =>
        coSigner === undefined ? {} : { coSigner },
      )
      const wallet = { chainId: CHAIN_ID, address }
      keepCoSigner(world.common.memory, wallet, CO_SIGNER)
      await sign(TEXT)
      expect(views[0]).toMatchObject({ coSignerNotice: 'changed', coSigner })
      keepCoSigner(world.common.memory, wallet, coSigner)
      await sign(TEXT)
      expect(views[2]).toMatchObject({ coSignerNotice: 'expected' })
    },
  )

  test('error: a co-signer that the browser has seen cannot be replaced without a warning', async () => {
    const { world, address, views, sign } = await guarded(() => ({ coSigner: CO_SIGNER }))
    await sign(TEXT)
    world.server.onChain.set(address.toLowerCase(), { coSigner: OTHER })
    await sign(TEXT)
    expect(views.map(({ coSignerNotice }) => coSignerNotice)).toContain('changed')
    expect(views[0]?.coSignerNotice).toBe('expected')
  })
})

test('error: three days after a removal was signed here, a missing co-signer is still a red warning', async () => {
  const { world, address, views, sign } = await guarded(() => ({}))
  const wallet = { chainId: CHAIN_ID, address }
  const { memory, clock } = world.common
  keepCoSigner(memory, wallet, CO_SIGNER)
  noteRemoval(memory, wallet, clock.now() - 3 * 86_400_000)
  await sign(TEXT)
  expect(views[0]).toMatchObject({ coSignerNotice: 'perhaps-removed', coSigner: undefined })
})

describe('a wallet with several keys', () => {
  test.each<[key: string, chain: (own: { qx: string; qy: string }) => OnChain, number: number | undefined]>([
    [
      'the first key',
      (own) => ({
        keys: [
          { number: 0, ...own },
          { number: 1, ...BASE_POINT },
        ],
      }),
      undefined,
    ],
    [
      'a further key',
      (own) => ({
        keys: [
          { number: 0, ...BASE_POINT },
          { number: 3, ...own },
        ],
      }),
      3,
    ],
    ['the lowest key after the first was removed', (own) => ({ keys: [{ number: 2, ...own }] }), undefined],
  ])(
    'behavior: a signature of %s carries its number unless it is the main key',
    async (_key, chain, number) => {
      const { sign } = await guarded(chain)
      expect(splitSignature((await sign(TEXT)).signature).keyNumber).toBe(number)
    },
  )

  test('behavior: the number is between the passkey’s signature and the co-signature', async () => {
    const { sign } = await guarded((own) => ({
      coSigner: CO_SIGNER,
      keys: [
        { number: 0, ...BASE_POINT },
        { number: 7, ...own },
      ],
    }))
    const { keyNumber, coSignature } = splitSignature((await sign(TEXT)).signature)
    expect({ keyNumber, coSignature }).toEqual({ keyNumber: 7, coSignature: CO_SIGNATURE })
  })

  test('error: a passkey that the wallet does not list is reported immediately, and nothing is sent', async () => {
    const { world, views, fails } = await guarded(() => ({ keys: [{ number: 0, ...BASE_POINT }] }))
    await fails(TEXT).catch(() => {})
    expect(views[1]?.problem).toMatchObject({ code: 'PASSKEY_WRONG' })
    expect(world.lines()).not.toContain('POST /messages')
  })
})
