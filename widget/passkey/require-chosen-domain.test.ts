import { expect, test } from 'vitest'
import { requireChosenDomain } from './require-chosen-domain.ts'

test.each([
  ['the page’s own', 'shop.example', 'shop.example', undefined],
  ['above the page’s', 'pay.shop.example', 'shop.example', undefined],
  ['elsewhere, and chosen by the page', 'shop.de', 'shop.example', undefined],
  ['elsewhere, and chosen by the server', 'shop.de', 'other.example', 'RP_ID_MISMATCH'],
  ['below the page’s', 'shop.example', 'pay.shop.example', 'RP_ID_MISMATCH'],
])('behavior: a passkey’s domain that is %s', (_, host, rpId, code) => {
  const check = () => requireChosenDomain({ host, rpId: 'shop.example' }, rpId)
  if (code === undefined) expect(check).not.toThrow()
  else expect(check).toThrow(code)
})
