import { CONSOLE_PAGES, openPage } from '#e2e/fixtures/console-pages.ts'
import { livedIn } from '#e2e/fixtures/lived-in.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { inspect } from '#e2e/fixtures/tour.ts'
import { untranslatedOn } from '#e2e/fixtures/untranslated.ts'

/** Names of organizations, people and the demo are displayed as entered. */
const NAMES = new Set([
  'Sandbox',
  'Receiver of the sandbox',
  'Console',
  'Demo',
  'Demo shop',
  'Treasury',
  'Checkout backend',
  'Scripted end-user',
  // An owner in the registry of contract descriptions.
  'Proof of Attendance Protocol',
])

for (const language of ['de', 'es'] as const) {
  test(`behavior: every page of a busy organization is accessible, in ${language}`, async ({
    ownStack: { stack, admin },
    visit,
    picture,
  }) => {
    test.setTimeout(600_000)
    const has = await livedIn(stack, admin)
    const guest = await visit({ baseURL: stack.url })
    for (const { page } of [admin, guest]) {
      await page.setViewportSize({ width: 360, height: 740 })
      await page.goto('/')
      await page.evaluate((chosen) => localStorage.setItem('latchkey-language', chosen), language)
    }
    for (const { name, isOutside, href } of CONSOLE_PAGES) {
      await test.step(name, async () => {
        const { page } = isOutside ? guest : admin
        await openPage(page, href(has))
        const left = (await untranslatedOn(page, language)).filter((text) => !NAMES.has(text))
        expect.soft(left, `${name}: texts that stayed English`).toEqual([])
        expect.soft(await inspect(page), name).toEqual([])
        await picture(page, `every-${name}-${language}-360`)
      })
    }
  })
}
