import { CONSOLE_PAGES, openPage } from '#e2e/fixtures/console-pages.ts'
import { expect, test } from '#e2e/fixtures/test.ts'
import { show } from '#e2e/fixtures/tour.ts'

for (const { name, isOutside, href } of CONSOLE_PAGES) {
  test(`behavior: the page ${name} of a busy organization can be read by everybody, in both themes and at both widths`, async ({
    stack,
    sharedAdmin,
    visit,
    busy,
    picture,
  }) => {
    const { page } = isOutside ? await visit({ baseURL: stack.url }) : sharedAdmin
    await openPage(page, href(busy))
    if (!isOutside) await expect(page.locator('main header h1 + div')).toHaveText(/\S/)
    await show(page, picture, `every-${name}`)
  })
}
