import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { joinSignature, splitSignature } from '#protocol/signing/joined-signature.ts'
import { coSignatureDigest, messageDigest } from '#protocol/signing/message-digest.ts'

/** Directory from which the document's code resolves its imported packages. */
const folder = new URL(`../../node_modules/.cache/latchkey-co-signer-${process.pid}/`, import.meta.url)
const BLOCK = /```\w+ (join-signature\.mjs|approved-message\.json)\n([\s\S]*?)```/g

beforeAll(async () => {
  const text = await readFile(new URL('../../docs/native.md', import.meta.url), 'utf8')
  await mkdir(folder, { recursive: true })
  for (const [, name = '', content = ''] of text.matchAll(BLOCK))
    await writeFile(new URL(name, folder), content)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const hex = z.templateLiteral(['0x', z.string()])
const exampleSchema = z.object({
  chainId: z.number(),
  walletAddress: hex,
  hash: hex,
  coSigner: hex,
  digest: hex,
  coSignatureDigest: hex,
})
const callsSchema = z.array(z.object({ name: z.string(), signature: hex }))
const messagesSchema = z.array(z.omit(exampleSchema, { coSignatureDigest: true }))

const readVectors = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(`../contracts/vectors/${name}.json`, import.meta.url), 'utf8'))
const documented = () => import(new URL('join-signature.mjs', folder).href)

test('behavior: our code and the document’s code compute the digests of the document’s message', async () => {
  const { messageDigestOf, coSignatureDigestOf } = await documented()
  const text = await readFile(new URL('approved-message.json', folder), 'utf8')
  const { digest, coSignatureDigest: coDigest, ...message } = exampleSchema.parse(JSON.parse(text))
  const { chainId, walletAddress, hash, coSigner } = message
  expect(messageDigestOf(message)).toBe(digest)
  expect(messageDigest(chainId, walletAddress, hash, coSigner)).toBe(digest)
  expect(coSignatureDigestOf({ chainId, approvalWallet: coSigner, digest })).toBe(coDigest)
  expect(coSignatureDigest(chainId, coSigner, digest)).toBe(coDigest)
})

test('behavior: the document’s code agrees with the vectors of messages that name a co-signer', async () => {
  const { messageDigestOf } = await documented()
  const vectors = messagesSchema.parse(await readVectors('approved-message-digests'))
  expect(vectors.length).toBeGreaterThan(10)
  for (const { digest, ...message } of vectors) {
    const isNamed = BigInt(message.coSigner) !== 0n
    expect(messageDigestOf({ ...message, coSigner: isNamed ? message.coSigner : undefined })).toBe(digest)
  }
})

test('behavior: the document’s code joins the parts of each vector as the contract reads them', async () => {
  const { joinSignature: joinAsDocumented } = await documented()
  const vectors = callsSchema.parse(await readVectors('joined-calls'))
  expect(vectors.length).toBeGreaterThan(10)
  for (const { name, signature } of vectors) {
    const { tuple, keyNumber, coSignature } = splitSignature(signature)
    expect(joinAsDocumented({ tuple, keyNumber, coSignature }), name).toBe(signature)
    expect(joinSignature({ tuple, keyNumber, coSignature }), name).toBe(signature)
  }
})
