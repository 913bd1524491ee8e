import { expect, test } from 'vitest'
import { readContent } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'

const world = await consoleWorld.fresh({ explorerUrl: 'https://scan.example' })
const admin = world.adminForEach()

test('behavior: the session contains the deployment’s block explorer', async () => {
  const session = await readContent(admin.browser.send('/api/session'))
  expect(session).toMatchObject({ signedIn: true, explorerUrl: 'https://scan.example' })
})
