import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import * as z from 'zod/mini'
import { forgive } from '#e2e/fixtures/complaints.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { locateWidget } from '#e2e/fixtures/widget-steps.ts'
import { freePort } from '#service/chain/anvil-process.ts'

const manifestSchema = z.object({
  module: z.object({ file: z.string(), integrity: z.string() }),
  files: z.record(z.string(), z.object({ integrity: z.string(), bytes: z.number() })),
})

test('behavior: every file in the manifest is served with exactly the content of its hash', async ({
  stack,
}) => {
  const manifest = manifestSchema.parse(await (await fetch(`${stack.url}/widget/v1/integrity.json`)).json())
  for (const [name, { integrity, bytes }] of Object.entries(manifest.files)) {
    const answer = await fetch(`${stack.url}/widget/v1/${name}`)
    const content = Buffer.from(await answer.arrayBuffer())
    expect(content.length, name).toBe(bytes)
    expect(`sha384-${createHash('sha384').update(content).digest('base64')}`, name).toBe(integrity)
    // Descriptors have stable names. The names of all other files change with their content.
    const cached = name.startsWith('descriptors/') ? 'no-cache' : 'immutable'
    expect(answer.headers.get('cache-control'), name).toContain(cached)
  }
})

test('behavior: a page whose policy requires integrity for every script runs the widget, and no script without a hash', async ({
  stack,
  visit,
  complaints,
}) => {
  const { module } = manifestSchema.parse(await (await fetch(`${stack.url}/widget/v1/integrity.json`)).json())
  const src = `${stack.url}/widget/v1/${module.file}`
  const tag = (integrity: string) =>
    `<script type="module" src="${src}"${integrity} crossorigin="anonymous"></script>`
  const pages: Record<string, string> = {
    '/with': tag(` integrity="${module.integrity}"`),
    '/without': tag(''),
  }
  const server = createServer((request, response) => {
    const script = pages[request.url ?? '']
    if (script === undefined) return response.writeHead(404).end()
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'integrity-policy': 'blocked-destinations=(script)',
    })
    return response.end(
      `<!doctype html><title>Policy</title><link rel="icon" href="data:,">${script}<latchkey-wallet api-url="${stack.url}" flow="create" locale="de"></latchkey-wallet>`,
    )
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  try {
    const { page } = await visit()
    await page.goto(`http://host.localhost:${port}/with`)
    // No token is set here. The element's message about it shows that it runs.
    await expect(locateWidget(page).locator('[part~=card]')).toBeVisible()
    // The widget itself verifies files that it loads on demand, and the browser allows them.
    await expect(locateWidget(page).locator('[part~=base]')).toHaveAttribute('lang', 'de')
    const { page: other } = await visit()
    // Module scripts run before the load event. If the element is undefined now, its script did not run.
    await other.goto(`http://host.localhost:${port}/without`)
    expect(await other.evaluate(() => customElements.get('latchkey-wallet') === undefined)).toBe(true)
    forgive(complaints, /integrity/i)
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})
