import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fieldIn, renderLive, submitIn, typeInto } from '#web/console/testing/render-live.tsx'
import { IssueApiKeyForm } from './issue-api-key-form.tsx'

beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => void vi.unstubAllGlobals())

test('error: a mistyped address is refused in the browser and named: nothing is sent, so no passkey is asked for', async () => {
  const asked = vi.fn(() => new Promise(() => undefined))
  vi.stubGlobal('fetch', asked)
  const form = await renderLive(
    <IssueApiKeyForm label="Backend" scopes={['wallet:read']} onIssued={() => undefined} />,
  )
  await typeInto(fieldIn(form, 'Allowed IP addresses'), '203.0.113.0/24\n10.1')
  await submitIn(form)
  await expect
    .poll(() => form.textContent)
    .toContain('10.1: must be an IP address or a range such as 203.0.113.0/24')
  expect(asked).not.toHaveBeenCalled()
  await typeInto(fieldIn(form, 'Allowed IP addresses'), '203.0.113.0/24')
  await submitIn(form)
  await expect.poll(() => asked.mock.calls.length).toBe(1)
})
