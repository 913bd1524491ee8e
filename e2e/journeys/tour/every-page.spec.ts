import { CONSOLE_PAGES } from '#e2e/fixtures/console-pages.ts'
import { showConsolePage } from '#e2e/fixtures/show-console-page.ts'
import { test } from '#e2e/fixtures/test.ts'

for (const consolePage of CONSOLE_PAGES) {
  test(`behavior: the page ${consolePage.name} of a busy organization is accessible, wide in light and narrow in dark`, async ({
    stack,
    sharedAdmin,
    visit,
    busy,
    picture,
  }) => {
    await showConsolePage(consolePage, { stack, sharedAdmin, visit, busy, picture }, { opposites: true })
  })
}
