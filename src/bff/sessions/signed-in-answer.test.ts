import { expect, test } from 'vitest'
import { readContent } from '#bff/testing/harness.ts'
import { adminForEach, harnessForEach } from '#bff/testing/set-up.ts'

const harness = await harnessForEach({ explorerUrl: 'https://scan.example' })
const admin = adminForEach(harness)

test('behavior: the session contains the deployment’s block explorer', async () => {
  const session = await readContent(admin.browser.send('/api/session'))
  expect(session).toMatchObject({ signedIn: true, explorerUrl: 'https://scan.example' })
})
