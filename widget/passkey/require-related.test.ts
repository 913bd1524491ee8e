import { afterEach, expect, test, vi } from 'vitest'
import { requireRelated } from './require-related.ts'

afterEach(() => void vi.unstubAllGlobals())
const mismatch = expect.objectContaining({ code: 'RP_ID_MISMATCH', reason: 'unsupported' })

test.each<[host: string, rpId: string, capabilities: object | undefined, refused: boolean]>([
  ['shop.example', 'shop.example', { relatedOrigins: false }, false],
  ['pay.shop.example', 'shop.example', { relatedOrigins: false }, false],
  ['shop.de', 'shop.example', { relatedOrigins: true }, false],
  ['shop.de', 'shop.example', {}, false],
  ['shop.de', 'shop.example', undefined, false],
  ['shop.de', 'shop.example', { relatedOrigins: false }, true],
  ['shop.example', 'op.example', { relatedOrigins: false }, true],
  ['shop.example', 'pay.shop.example', { relatedOrigins: false }, true],
])('param: a page on %s with passkeys of %s, and capabilities %j → refused %s', async (...row) => {
  const [host, rpId, capabilities, refused] = row
  const getClientCapabilities = capabilities && (async () => capabilities)
  vi.stubGlobal('PublicKeyCredential', { getClientCapabilities })
  const error = await requireRelated(host, rpId).catch((thrown: unknown) => thrown)
  expect(error).toEqual(refused ? mismatch : undefined)
})

test('behavior: without passkeys in the browser, as with an own authenticator, nothing is refused', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined)
  await expect(requireRelated('shop.de', 'shop.example')).resolves.toBeUndefined()
})
