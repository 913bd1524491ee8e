import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { issueApiKeyRequestSchema } from '#protocol/api-keys.ts'
import { createIntegrationRequestSchema } from '#protocol/console/integrations.ts'
import { inviteRequestSchema } from '#protocol/members.ts'
import { originProblem } from '#protocol/passkey/origin.ts'
import { CONSOLE_TEXTS } from '#web/console/app/load-first-screen.ts'
import { offerTexts, showLanguage } from '#web/ui/text.ts'
import { fieldProblem } from './field-problem.ts'

beforeAll(() => offerTexts(CONSOLE_TEXTS))
afterEach(() => showLanguage('en'))

describe('fieldProblem', () => {
  test.each([
    ['must not be empty', 'Darf nicht leer sein'],
    ['must be at most 50 characters', 'Darf höchstens 50 Zeichen haben'],
    [
      'Must be an email address such as name@example.com',
      'Muss eine E-Mail-Adresse wie name@example.com sein',
    ],
    ['line 2: must not be empty', 'Zeile 2: darf nicht leer sein'],
    ['10.0.0.0/99: must be a number', '10.0.0.0/99: muss eine Zahl sein'],
    [
      'must be an address: 0x followed by 40 hex digits',
      'Muss eine Adresse sein: 0x und 40 Hexadezimalziffern',
    ],
    [
      'Line 1, address: must be an address: 0x followed by 40 hex digits; Line 2, name: must not be empty',
      'Zeile 1, Adresse: muss eine Adresse sein: 0x und 40 Hexadezimalziffern; Zeile 2, Name: darf nicht leer sein',
    ],
    [
      `line 2: ${originProblem('http://127.0.0.1:5000')}`,
      'Zeile 2: muss eine Domain nennen, etwa localhost: Passkeys funktionieren nicht an IP-Adressen',
    ],
    ['ist schon vergeben', 'Ist schon vergeben'],
  ])('param: %s → %s', async (message, german) => {
    await showLanguage('de')
    expect(fieldProblem(message)).toBe(german)
  })

  test('behavior: translates the position into Spanish too', async () => {
    await showLanguage('es')
    expect(fieldProblem('Line 2, name: must not be empty')).toMatch(/^Línea 2, nombre: /)
  })

  test('behavior: in English, capitalizes the schema’s message', () => {
    expect(fieldProblem('must be at most 50 characters')).toBe('Must be at most 50 characters')
    expect(fieldProblem('Choose at least one event')).toBe('Choose at least one event')
    expect(fieldProblem('203.0.113.0/99: must be strange')).toBe('203.0.113.0/99: must be strange')
  })

  test.each([
    ['an API key', issueApiKeyRequestSchema, { label: '', scopes: [] }],
    ['a long name of one', issueApiKeyRequestSchema, { label: 'x'.repeat(51), scopes: ['wallet:read'] }],
    ['an integration', createIntegrationRequestSchema, { label: '', origins: ['x'], operations: ['create'] }],
    ['an invitation', inviteRequestSchema, { role: 'operator', email: 'nobody' }],
  ])('behavior: every message of the schema of %s has a translation', async (_, schema, input) => {
    await showLanguage('de')
    const issues = schema.safeParse(input).error?.issues ?? []
    expect(issues.length).toBeGreaterThan(0)
    for (const { message } of issues) {
      expect(fieldProblem(message).toLowerCase(), message).not.toBe(message.toLowerCase())
    }
  })
})
