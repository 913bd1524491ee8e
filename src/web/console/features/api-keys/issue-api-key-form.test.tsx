import { afterEach, expect, test, vi } from 'vitest'
import { answerRequests, fieldIn, renderLive, submitIn, typeInto } from '#web/console/testing/render-live.tsx'
import { IssueApiKeyForm } from './issue-api-key-form.tsx'

afterEach(() => void vi.unstubAllGlobals())

test('error: names a mistyped address in the form and sends no request, so no passkey prompt opens', async () => {
  const asked = answerRequests({})
  const form = renderLive(<IssueApiKeyForm onIssued={() => undefined} />)
  typeInto(fieldIn(form, 'Name'), 'Backend')
  form.querySelector<HTMLInputElement>('input[value="wallet:read"]')?.click()
  typeInto(fieldIn(form, 'Allowed IP addresses'), '203.0.113.0/24\n10.1')
  submitIn(form)
  await expect
    .poll(() => form.textContent)
    .toContain('10.1: must be an IP address or a range such as 203.0.113.0/24')
  expect(asked).toEqual([])
  typeInto(fieldIn(form, 'Allowed IP addresses'), '203.0.113.0/24')
  submitIn(form)
  await expect.poll(() => asked).toEqual(['POST /api/org/keys'])
})
