import { expect, test } from 'vitest'
import { isReview, readDraft, saveDraft, valuesOfQuery } from './send-values.ts'

const TYPED = {
  ...valuesOfQuery(new URLSearchParams('kind=erc20-approve&amount=2.5')),
  party: 'half an addr',
  isUnlimited: true,
  isUnderstood: true,
}

test('behavior: stores the input in its history entry, without the consent', () => {
  window.history.replaceState({ key: 'entry', idx: 3, usr: null }, '')
  saveDraft(TYPED)
  const { usr, ...others } = window.history.state
  expect(others).toEqual({ key: 'entry', idx: 3 })
  expect(readDraft(usr)).toEqual({ ...TYPED, isUnderstood: false })
  expect(isReview(usr)).toBe(false)
  expect(isReview({ draft: TYPED, isReview: true })).toBe(true)
})

test('error: ignores history state that is not a draft', () => {
  for (const state of [
    null,
    undefined,
    'draft',
    { draft: { ...TYPED, kind: 'steal' } },
    { isReview: true },
  ]) {
    expect(readDraft(state)).toBeUndefined()
    expect(isReview(state)).toBe(false)
  }
})
