import { CONSOLE_PAGES } from '#e2e/fixtures/console-pages.ts'
import { test } from '#e2e/fixtures/product-world.ts'
import { showConsolePage } from '#e2e/fixtures/show-console-page.ts'

for (const consolePage of CONSOLE_PAGES) {
  test(`behavior: the page ${consolePage.name} of a busy organization is accessible, in both themes at both widths`, async ({
    stack,
    sharedAdmin,
    visit,
    busy,
    picture,
  }) => {
    await showConsolePage(consolePage, { stack, sharedAdmin, visit, busy, picture })
  })
}
