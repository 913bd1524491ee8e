import { expect, test } from 'vitest'
import { DOCTOR_FINDINGS, doctorFindingSchema } from '#protocol/doctor.ts'
import { findingWords } from './doctor-words.ts'

test.each(Object.entries(DOCTOR_FINDINGS))('behavior: %s has complete sentences', (code, names) => {
  const values = Object.fromEntries(
    names.map((name) => [name, name === 'seconds' || name === 'status' ? 400 : `<${name}>`]),
  )
  const finding = doctorFindingSchema.parse({ check: 'page', level: 'problem', code, values })
  const { title, meaning, advice } = findingWords(finding)
  const text = [title, meaning, advice].join(' ')
  expect(text).not.toMatch(/[{}]|undefined|NaN/)
  expect(meaning).toMatch(/\.$/)
  // The text contains every reported value except `place`, which it describes in words, and the numbers.
  const said = names.filter((name) => name !== 'place' && name !== 'seconds' && name !== 'status')
  for (const name of said) expect(text).toContain(`<${name}>`)
})
