import { expect, test } from '#e2e/fixtures/product-world.ts'
import { untranslatedOn } from '#e2e/fixtures/untranslated.ts'

const PHONE = { width: 360, height: 740 }

test('behavior: the rescue page and the receipt page use the browser’s language', async ({
  stack,
  visit,
}) => {
  for (const [name, path] of [
    ['rescue', '/rescue.html'],
    ['receipt', '/verify-receipt'],
  ] as const)
    for (const language of ['de', 'es'] as const) {
      const { page, context } = await visit({ baseURL: stack.url, locale: language, viewport: PHONE })
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await untranslatedOn(page, language, `src/web/${name}`), `${path} ${language}`).toEqual([])
      await context.close()
    }
})
