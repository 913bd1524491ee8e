import { afterEach, expect, test } from 'vitest'
import type { ApiKey, IpAllowListMode } from '#protocol/api-keys.ts'
import { act } from '#web/console/testing/act.ts'
import { renderPage, serve } from '#web/console/testing/render-page.tsx'
import { AllowListCard } from './allow-list-card.tsx'

const ID = '2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa'
const PUT = `PUT /api/org/keys/${ID}`
const key = (mode: IpAllowListMode): ApiKey => ({
  id: ID,
  label: 'Shop',
  start: 'pk_live_abc',
  scopes: ['wallet:read'],
  createdAtDatetime: '2026-11-20T10:00:00.000Z',
  expiresAtDatetime: null,
  revokedAtDatetime: null,
  lastUsedAtDatetime: null,
  ipAllowList: { mode, ranges: ['203.0.113.0/24'] },
})

let leave = async () => {}
afterEach(() => leave())

test.each<[mode: IpAllowListMode, consequence: string]>([
  ['enforced', 'Any IP address can use this key.'],
  ['staged', 'Requests from other addresses are no longer recorded.'],
])(
  'behavior: asks before turning off a list that is %s, and states the consequence',
  async (mode, consequence) => {
    const asked = serve((request) => (request === PUT ? key('off') : undefined))
    const page = await renderPage(<AllowListCard apiKey={key(mode)} />)
    leave = page.leave
    const press = (within: Element | null) =>
      act(async () =>
        [...(within?.querySelectorAll('button') ?? [])]
          .find(({ textContent }) => textContent === 'Turn off')
          ?.click(),
      )
    await press(page.place)
    const dialog = page.place.querySelector('dialog')
    expect(dialog?.textContent).toContain(consequence)
    expect(asked).not.toContain(PUT)
    await press(dialog)
    await page.shows(() => asked.includes(PUT))
  },
)
